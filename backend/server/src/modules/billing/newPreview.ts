import type { CorrectionPreview } from '@portal/contract';
import { BusinessRefusal, type NamedCorrection } from '@portal/domain';
import { HttpProblem } from '../../platform/http/errors.ts';
import { previewCorrection } from './correct.ts';
import type { BillingPorts } from './ports.ts';
import { nextIssue } from './reissue.ts';

/** The preview of the invoice's newest issue; null where these corrections are refused there. */
async function newestPreview(
  ports: BillingPorts,
  invoiceId: string,
  named: readonly NamedCorrection[],
): Promise<CorrectionPreview | null> {
  const next = await nextIssue(ports.commands, invoiceId);
  if (next !== null) return newestPreview(ports, next.invoiceId, named);
  try {
    return await previewCorrection(ports, invoiceId, named);
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    // it may have been reissued meanwhile
    const since = await nextIssue(ports.commands, invoiceId);
    return since === null ? null : newestPreview(ports, since.invoiceId, named);
  }
}

/**
 * Adds the new preview to a refusal because of corrections that were not previewed (rule B45).
 * @throws HttpProblem 409 with the preview; else what `correct` throws
 */
export async function orNewPreview<Result>(
  ports: BillingPorts,
  invoiceId: string,
  named: readonly NamedCorrection[],
  correct: () => Promise<Result>,
): Promise<Result> {
  try {
    return await correct();
  } catch (error) {
    const isOthers =
      error instanceof BusinessRefusal && error.kind === 'conflict' && error.path === 'corrections';
    if (!isOthers) throw error;
    const preview = await newestPreview(ports, invoiceId, named);
    const path = 'corrections';
    throw new HttpProblem(409, error.message, {
      path,
      ...(preview !== null && { preview }),
    });
  }
}
