import { Box, Button, FormHelperText, FormLabel, Paper, Typography } from '@mui/material';
import {
  ALERT_KINDS,
  ALERT_NAMES,
  MAX_DUNNING_STEPS,
  type PortalSetting,
  plainStep,
  type SettingsHistory,
} from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { CheckBox, CheckField, Field, FieldGrid, type FieldProps } from '../../shared/form/Field.tsx';
import { momentText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { Only } from '../kit/access.ts';
import { centsTyped, formOfStep, SETTING_NAMES, type SettingsInput } from './settingsForm.ts';

export interface OfSettings {
  readonly history: SettingsHistory | undefined;
}

/** The last change of a setting. */
export function LastChange({ setting, history }: OfSettings & { readonly setting: PortalSetting }) {
  const last = history?.last[setting];
  if (last === undefined) return null;
  return <Muted sx={{ mt: 0.5 }}>{`Changed by ${last.by}, ${momentText(last.at)}`}</Muted>;
}

interface SettingFieldProps extends OfSettings, Omit<FieldProps, 'label' | 'name'> {
  readonly name: Exclude<PortalSetting, 'alert_mail_kinds'>;
}

/** A setting's input with its last change. */
export const SettingField = ({ history, ...field }: SettingFieldProps) => (
  <div>
    <Field {...field} label={SETTING_NAMES[field.name]} />
    <LastChange setting={field.name} history={history} />
  </div>
);

const THRESHOLDS = [
  {
    name: 'low_disk_percent',
    hint: 'From 1 to 50. An alert opens when less than this is free; below half of it, it is critical.',
  },
  {
    name: 'silent_webhook_hours',
    hint: 'From 1 to 168. An alert opens when the card provider has sent no webhook for this long after a card was charged.',
  },
  {
    name: 'projection_lag_minutes',
    hint: 'From 1 to 240. An alert opens when pages lag behind by more than this.',
  },
] as const;

/** The mails and thresholds of alerts. */
export function AlertSettings({ history }: OfSettings) {
  const { register } = useFormContext();
  return (
    <Section
      spaced
      title="Alerts"
      lead="The portal checks itself once a minute. All alerts are shown on the dashboard; choose here which are sent by email, and to whom."
    >
      <div>
        <CheckField name="alert_mail_administrators" label={SETTING_NAMES.alert_mail_administrators} />
        <LastChange setting="alert_mail_administrators" history={history} />
      </div>
      <SettingField
        history={history}
        name="alert_addresses"
        lines={2}
        hint="Email addresses, separated by commas or line breaks; at most ten."
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <FormLabel
          component="legend"
          sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}
        >
          {SETTING_NAMES.alert_mail_kinds}
        </FormLabel>
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {ALERT_KINDS.map((kind) => (
            <Box
              key={kind}
              component="label"
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, cursor: 'pointer' }}
            >
              <CheckBox type="checkbox" value={kind} {...register('alert_mail_kinds')} />
              {ALERT_NAMES[kind]}
            </Box>
          ))}
        </Box>
        <LastChange setting="alert_mail_kinds" history={history} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {THRESHOLDS.map(({ name, hint }) => (
          <SettingField key={name} history={history} name={name} type="number" min={1} required hint={hint} />
        ))}
      </Box>
    </Section>
  );
}

/** The steps of dunning: what happens to an invoice that stays open after its due date. */
export function DunningSettings({ history }: OfSettings) {
  const { control, formState, getValues } = useFormContext<SettingsInput>();
  const { fields, append, remove } = useFieldArray({ control, name: 'dunning_steps' });
  const problem = formState.errors.dunning_steps?.root?.message ?? formState.errors.dunning_steps?.message;
  const addStep = () => {
    const last = Math.max(0, ...getValues('dunning_steps').map(({ days }) => Number(days) || 0));
    append(formOfStep(plainStep(Math.min(90, last + 14))), {
      focusName: `dunning_steps.${fields.length}.days`,
    });
  };
  return (
    <Section
      spaced
      title="Overdue invoices"
      lead="Each step is taken once for an invoice that is still open, and sends a mail. Steps pause while the company has an open question about a charge."
    >
      {fields.map(({ id }, index) => (
        <Paper
          key={id}
          variant="outlined"
          role="group"
          aria-label={`Step ${index + 1}`}
          sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline' }}>
            <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
              {`Step ${index + 1}`}
            </Typography>
            <Only may="settings">
              <Button size="small" aria-label={`Remove step ${index + 1}`} onClick={() => remove(index)}>
                Remove
              </Button>
            </Only>
          </Box>
          <FieldGrid>
            <Field
              name={`dunning_steps.${index}.days`}
              label="Days after the due date"
              type="number"
              min={1}
              required
              hint="1 to 90."
            />
            <Field
              name={`dunning_steps.${index}.late_fee`}
              label="Late fee in dollars"
              hint="Charged once, on the next invoice; 0 for none."
            />
          </FieldGrid>
          <Field
            name={`dunning_steps.${index}.subject`}
            label="Subject"
            hint="The invoice’s number follows; blank for the usual subject."
          />
          <Field
            name={`dunning_steps.${index}.text`}
            label="Text added to the mail"
            lines={2}
            hint="Blank for the usual text alone."
          />
          <CheckField name={`dunning_steps.${index}.hold_orders`} label="Hold new orders until it is paid" />
          <MailPreview index={index} />
        </Paper>
      ))}
      {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
      <div>
        {fields.length < MAX_DUNNING_STEPS && (
          <Only may="settings">
            <Button variant="outlined" onClick={addStep}>
              Add a step
            </Button>
          </Only>
        )}
        <LastChange setting="dunning_steps" history={history} />
      </div>
    </Section>
  );
}

/** The mail of a step, as it is typed, with an example invoice. */
function MailPreview({ index }: { readonly index: number }) {
  const step = useWatch<SettingsInput, `dunning_steps.${number}`>({ name: `dunning_steps.${index}` });
  if (step === undefined) return null;
  const { subject, text, late_fee: fee, hold_orders: holds } = step;
  const feeCents = centsTyped(fee);
  const head =
    subject.trim() === '' ? 'Invoice INV-202612-0001 is overdue' : `${subject.trim()}: INV-202612-0001`;
  const body = [
    'This invoice was due on Dec 16, 2026 and is still open. Please pay it by card in the portal, …',
    ...(text.trim() === '' ? [] : [text.trim()]),
    ...(feeCents > 0 ? [`A late fee of ${formatDollars(feeCents)} is charged on your next invoice.`] : []),
    ...(holds ? ['New orders are on hold until this invoice is paid. Your sites go on as before.'] : []),
  ].join('\n');
  return (
    <Box component="section" aria-label={`Mail of step ${index + 1}`}>
      <Muted>Preview</Muted>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{head}</Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {body}
      </Typography>
    </Box>
  );
}
