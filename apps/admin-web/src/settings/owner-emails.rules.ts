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
}

export const TIMINGS: readonly (readonly [timing: OwnerEmailTiming, label: string])[] = [
  ['off', 'No emails'],
  ['at-once', 'At once'],
  ['daily', 'Once a day'],
];

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const toFields = ({ recipients, orders, requests, dailyHour }: DisplayedOwnerEmails): OwnerEmailsFields => ({
  ...{ recipients: recipients.join('\n'), orders, requests },
  dailyHour: String(dailyHour),
});

const listAddresses = ({ recipients }: OwnerEmailsFields): string[] => recipients.split(/[\s,;]+/).filter(Boolean);

const parse = (fields: OwnerEmailsFields) =>
  ownerEmailSettingsSchema.safeParse({
    ...fields,
    recipients: listAddresses(fields),
    dailyHour: Number(fields.dailyHour),
  });

/** Throws for fields with an error. */
export function toSettings(fields: OwnerEmailsFields): OwnerEmailSettings {
  const parsed = parse(fields);
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

/** Of each field the first error; an address is named with its own. */
export function findErrors(fields: OwnerEmailsFields): Partial<Record<keyof OwnerEmailsFields, string>> {
  const addresses = listAddresses(fields);
  const errors: Partial<Record<keyof OwnerEmailsFields, string>> = {};
  for (const { path, message } of parse(fields).error?.issues ?? []) {
    const [field, index] = path;
    const address = typeof index === 'number' ? `${addresses[index] ?? ''}: ` : '';
    errors[field as keyof OwnerEmailsFields] ??= `${address}${message}`;
  }
  return errors;
}

export const isDaily = ({ orders, requests }: Pick<OwnerEmailsFields, 'orders' | 'requests'>): boolean =>
  orders === 'daily' || requests === 'daily';

/** The saved values in lines, for an admin who typed something else. */
export const describeFields = ({ recipients, orders, requests, dailyHour }: OwnerEmailsFields): string[] => {
  const labels = new Map<string, string>(TIMINGS);
  return [
    ...recipients.split('\n').filter(Boolean),
    `Orders: ${labels.get(orders) ?? orders}`,
    `Requests: ${labels.get(requests) ?? requests}`,
    `Time of the daily email: ${formatHour(Number(dailyHour))}`,
  ];
};
