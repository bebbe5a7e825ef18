import {
  type DisplayedOwnerEmails,
  type OwnerEmailSettings,
  ownerEmailSettingsSchema,
  type OwnerEmailTiming,
} from '@shop/contracts-support';

/** As a form has them. */
export interface OwnerEmailsFields {
  /** One address a line, or with commas between them. */
  recipients: string;
  orders: string;
  requests: string;
  dailyHour: string;
  /** Of the settings that the form began with. */
  version: number;
}

export const TIMINGS: readonly (readonly [timing: OwnerEmailTiming, label: string])[] = [
  ['off', 'No emails'],
  ['at-once', 'At once'],
  ['daily', 'Once a day'],
];

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const toFields = ({
  recipients,
  orders,
  requests,
  dailyHour,
  version,
}: DisplayedOwnerEmails): OwnerEmailsFields => ({
  ...{ recipients: recipients.join('\n'), orders, requests },
  dailyHour: String(dailyHour),
  version,
});

export const isDaily = ({ orders, requests }: Pick<OwnerEmailsFields, 'orders' | 'requests'>): boolean =>
  orders === 'daily' || requests === 'daily';

/** The settings, or the errors of the fields. */
export function parseFields(fields: OwnerEmailsFields): {
  settings?: OwnerEmailSettings;
  errors: Partial<Record<keyof OwnerEmailsFields, string>>;
} {
  const addresses = fields.recipients.split(/[\s,;]+/).filter(Boolean);
  const parsed = ownerEmailSettingsSchema.safeParse({
    ...fields,
    recipients: addresses,
    dailyHour: Number(fields.dailyHour),
  });
  if (parsed.success) return { settings: parsed.data, errors: {} };
  const errors: Partial<Record<keyof OwnerEmailsFields, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field, index] = path;
    const address = typeof index === 'number' ? `${addresses[index] ?? ''}: ` : '';
    errors[field as keyof OwnerEmailsFields] ??= `${address}${message}`;
  }
  return { errors };
}

/** The saved values in lines, for an admin who typed something else. */
export const describeSettings = ({ recipients, orders, requests, dailyHour }: DisplayedOwnerEmails): string[] => {
  const labels = new Map<string, string>(TIMINGS);
  return [
    ...recipients,
    `Orders: ${labels.get(orders) ?? orders}`,
    `Requests: ${labels.get(requests) ?? requests}`,
    `Time of the daily email: ${formatHour(dailyHour)}`,
  ];
};
