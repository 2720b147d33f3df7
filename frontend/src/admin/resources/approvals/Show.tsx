import { Card, CardContent, Stack, Typography } from '@mui/material';
import type { ApprovalDetail } from '@portal/contract';
import { dollarsText } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { whatOf } from '../../records/waiting.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { ApprovalActions, ApprovalStatus, approvalFields } from './fields.tsx';

/** The list's rows don't tell what is done: a key of its own keeps them out of this read. */
const WITH_ENTRIES = { meta: { detail: true } };

const HEADINGS: Partial<Readonly<Record<ApprovalDetail['status'], string>>> = {
  waiting: 'What will be done',
  approved: 'What is being done',
  done: 'What was done',
};

/** What a colleague asked for, and what became of it. */
export default function ApprovalShow() {
  return (
    <Show<ApprovalDetail>
      queryOptions={WITH_ENTRIES}
      noun="approval"
      title={whatOf}
      lead={(approval) => <ApprovalStatus approval={approval} />}
      actions={(approval) => <ApprovalActions approval={approval} variant="contained" others="outlined" />}
    >
      {(approval) => (
        <Stack spacing={3}>
          {approval.remark !== null && (
            <Notice tone={approval.status === 'failed' ? 'error' : 'warning'}>{approval.remark}</Notice>
          )}
          <Card variant="outlined">
            <CardContent sx={{ p: 3 }}>
              <Facts
                facts={[
                  ...factsOf(approvalFields, approval, ['company_name', 'about_name', 'requested_by_name']),
                  ...factsOf(approvalFields, approval, [
                    'created_at',
                    'reason',
                    ...(approval.decided_at === null ? [] : (['decided_by_name', 'decided_at'] as const)),
                  ]),
                  ...(approval.given_that_day === 0
                    ? []
                    : [
                        {
                          label: 'Also given that day',
                          value: dollarsText(approval.given_that_day),
                        },
                      ]),
                ]}
              />
            </CardContent>
          </Card>
          <Card variant="outlined">
            <CardContent sx={{ p: 3 }}>
              <Typography component="h2" variant="h2" sx={{ mb: 2 }}>
                {HEADINGS[approval.status] ?? 'What was asked for'}
              </Typography>
              <Facts
                facts={[
                  { label: 'Action', value: approval.action },
                  // the reason stands above
                  ...approval.entries
                    .filter(({ value }) => value !== approval.reason)
                    .map(({ name, value }) => ({ label: name, value })),
                ]}
              />
            </CardContent>
          </Card>
        </Stack>
      )}
    </Show>
  );
}
