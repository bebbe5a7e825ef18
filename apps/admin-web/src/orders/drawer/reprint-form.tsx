import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DisplayedAdminOrderDetail,
  type DisplayedAdminReprint,
  type DisplayedProblemReport,
  type ItemQuantities,
  PROBLEM_KINDS,
  type ShippingAddress,
  toAddressBody,
} from '@shop/contracts-order';
import { getErrorMessage, useIdempotencyKey, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input, Notice, Picture, Select } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { useId, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { useSeenVersion } from '../../forms.js';
import { RelativeTime } from '../../relative-time.js';
import { useReprintRequest } from '../after-sale.queries.js';
import { formatItems, getReprintState, PROBLEM_LABELS } from '../after-sale.rules.js';
import {
  createReprintFormSchema,
  limitToOrdered,
  listRepeated,
  type ReprintFields,
  type ReprintForm,
  withQuantity,
} from '../reprint-form.rules.js';
import { AddressInputs } from './address-fields.js';
import { PhotosField, useAttachedPhotos } from './photos.js';

type Order = DisplayedAdminOrderDetail;
type ReportedProblem = Pick<DisplayedProblemReport, 'id' | 'kind' | 'items' | 'state'>;

interface ItemsFieldProps {
  order: Order;
  chosen: ItemQuantities;
  onChange: (chosen: ItemQuantities) => void;
  error: string | undefined;
}

const listQuantities = (ordered: number): number[] => Array.from({ length: ordered + 1 }, (_, quantity) => quantity);

/** How many of each ordered item are sent again. */
function ItemsField({ order, chosen, onChange, error }: ItemsFieldProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="min-w-0">
      <legend className="mb-2 font-semibold">How many of each</legend>
      <ul className="grid gap-3">
        {order.items.map((item) => {
          const label = [item.title, ...Object.values(item.variantSelections)].filter(Boolean).join(', ');
          return (
            <li key={item.id} className="flex items-center gap-3">
              <Picture
                src={item.mockupUrl ?? item.imageUrl}
                alt=""
                sizes="56px"
                className="size-14 shrink-0 rounded-control bg-muted object-cover"
              />
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <bdi>{label}</bdi>
              </p>
              <div className="w-24 shrink-0">
                <Select
                  aria-label={`How many of ${label}`}
                  aria-invalid={error !== undefined || undefined}
                  value={chosen.find(({ orderItemId }) => orderItemId === item.id)?.quantity ?? 0}
                  onChange={({ currentTarget }) => onChange(withQuantity(chosen, item.id, Number(currentTarget.value)))}
                >
                  {listQuantities(item.quantity).map((quantity) => (
                    <option key={quantity} value={quantity}>
                      {quantity}
                    </option>
                  ))}
                </Select>
              </div>
            </li>
          );
        })}
      </ul>
      {error && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-semibold text-destructive-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The server accepts a repeat from an admin who names the earlier reprints. */
function RepeatNotice({ reprints }: { reprints: readonly DisplayedAdminReprint[] }) {
  if (reprints.length === 0) return null;
  return (
    <Notice>
      <span>
        Sent again before:{' '}
        {reprints.map((reprint, index) => (
          <span key={reprint.id}>
            {index > 0 && '; '}
            <bdi>{formatItems(reprint.items)}</bdi> (<RelativeTime at={reprint.requestedAt} />,{' '}
            {getReprintState(reprint)})
          </span>
        ))}
        .
      </span>
    </Notice>
  );
}

const resolver = zodResolver(createReprintFormSchema(navigator.languages)) as unknown as Resolver<
  ReprintFields,
  unknown,
  ReprintForm
>;

function getDefaults({ items }: Order, report: ReportedProblem | undefined): ReprintFields {
  const [only, ...others] = items;
  const kind = PROBLEM_KINDS.find((known) => known === report?.kind) ?? '';
  const chosen = only && others.length === 0 ? [{ orderItemId: only.id, quantity: only.quantity }] : [];
  return { items: report ? limitToOrdered(report.items, items) : chosen, reason: kind, note: '', address: null };
}

interface FormProps {
  order: Order;
  report?: ReportedProblem;
  onClose: () => void;
}

/** After an error the fields still have what was entered. */
function ReprintRequestForm({ order, report, onClose }: FormProps) {
  const { isUploading, ...attached } = useAttachedPhotos();
  const isReportAnswered = report?.state === 'answered';
  const newest = { version: order.version, reprints: order.reprints ?? [], isReportAnswered };
  const { version: displayed, handleError } = useSeenVersion(newest);
  const sending = useReprintRequest();
  const sendOnce = useSingleFlight(sending);
  const getIdempotencyKey = useIdempotencyKey();
  const form = useForm<ReprintFields, unknown, ReprintForm>({ resolver, defaultValues: getDefaults(order, report) });
  const [chosen, address] = useWatch({ control: form.control, name: ['items', 'address'] });
  const { errors } = form.formState;
  const repeated = listRepeated(displayed.reprints, chosen);
  const setAddress = (lines: ShippingAddress | null): void => form.setValue('address', lines);

  const submit = form.handleSubmit(({ address: another, ...fields }) => {
    if (isUploading) return;
    const request = {
      ...fields,
      photos: attached.photos.map(({ id }) => id),
      ...(another && { address: toAddressBody(another) }),
      ...(report && { reportId: report.id }),
      ...(displayed.isReportAnswered && { isReportAnswered: true }),
      repeats: listRepeated(displayed.reprints, fields.items).map(({ id }) => id),
    };
    sendOnce(
      { id: order.id, version: displayed.version, key: getIdempotencyKey(request), request },
      { onSuccess: onClose, onError: handleError },
    );
  });
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <ItemsField
        order={order}
        chosen={chosen}
        onChange={(items) => form.setValue('items', items, { shouldValidate: form.formState.isSubmitted })}
        error={errors.items?.message}
      />
      <RepeatNotice reprints={repeated} />
      <Field label="Reason" error={errors.reason?.message}>
        <Select {...form.register('reason')}>
          <option value="">Please choose</option>
          {PROBLEM_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {PROBLEM_LABELS[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note (optional)" hint="For the shop; the customer does not read it" error={errors.note?.message}>
        <Input autoComplete="off" readOnly={sending.isPending} {...form.register('note')} />
      </Field>
      <PhotosField {...attached} />
      <div className="grid justify-items-start gap-3">
        <p className="font-semibold">{address ? 'Goes to another address' : 'Goes to the address of the order'}</p>
        {address && (
          <AddressInputs
            register={(name) => form.register(`address.${name}`)}
            errors={errors.address}
            isPending={sending.isPending}
          />
        )}
        <Button
          variant="outline"
          size="sm"
          onClick={() => setAddress(address ? null : { address2: '', phone: '', ...order.shippingAddress })}
        >
          {address ? 'Use the address of the order' : 'Send it elsewhere'}
        </Button>
      </div>
      <FormError message={sending.error && getErrorMessage(sending.error)} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabledFocusable={sending.isPending} onClick={onClose}>
          Close
        </Button>
        <Button type="submit" disabledFocusable={sending.isPending || isUploading}>
          {isUploading ? 'Waiting for the photo...' : sending.isPending ? 'Sending...' : 'Send Again for Free'}
        </Button>
      </div>
    </form>
  );
}

interface Props {
  order: Order;
  /** The customer's report that the reprint settles. */
  report?: ReportedProblem;
  label: string;
  variant: 'default' | 'outline';
  isOffered: boolean;
}

/** Sends items of an order again. An open form stays open when the server does not allow it any more, and shows its error. */
export function SendAgain({ order, report, label, variant, isOffered }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!isOffered && !isOpen) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        {isOpen && (
          <DialogContent
            title={`Send again from order ${order.orderNumber}`}
            description="The items are printed and sent once more. The customer pays nothing and gets an email."
          >
            <ReprintRequestForm order={order} report={report} onClose={() => setOpen(false)} />
          </DialogContent>
        )}
      </Dialog>
    </>
  );
}
