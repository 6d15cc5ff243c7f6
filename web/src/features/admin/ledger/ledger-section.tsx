import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import { type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import { balanceLabel, ledgerLines } from '#shared/ledger/ledger-lines';
import { howToPay, laterText } from '#shared/ledger/payment-link';
import { type SecondReference as Reference, setSecondReferenceSchema } from '#shared/ledger/references';
import type { ManagedStatement } from '#shared/ledger/statement';
import { formatDate } from '#shared/lib/format';
import type { FamilyId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { AccountList } from '../../../components/account-list.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { TextField } from '../../../components/fields.tsx';
import { lateDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { Facts } from '../cells.tsx';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { EditDialog } from '../form-dialogs.tsx';
import { everyRead } from '../queries.ts';
import { Loaded } from '../tables/loaded.tsx';
import { lineMakers } from './entries-export.tsx';
import { EntryDialog, type EntryForm } from './entry-dialog.tsx';

interface DoNotRemindBoxProps {
  readonly parentId: FamilyId;
  readonly isChecked: boolean;
}

const DoNotRemindBox = ({ parentId, isChecked }: DoNotRemindBoxProps) => {
  const choice = useSubmission({
    send: (do_not_remind: boolean) =>
      callRoute(paymentRoutes.setDoNotRemind, { params: { parentId }, body: { do_not_remind } }),
    failure: 'Failed to save the choice',
    changes: everyRead,
  });
  return (
    <CheckBox
      checked={isChecked}
      disabled={choice.isPending}
      onChange={({ target: { checked } }) => choice.submit(checked)}
    >
      Do not remind of payments
    </CheckBox>
  );
};

type Entry = ManagedStatement['entries'][number];

interface EntryMoreProps {
  readonly parentId: FamilyId;
  readonly entry: Entry;
  readonly onRefund: () => void;
}

const canBeTakenBack = ({ key, taken_back }: Entry): boolean => /^(?:ATTEMPT|ROW)#/.test(key) && !taken_back;

/** The payment at the provider that an entry records; undefined for other entries. */
const cardPaymentOf = ({ key }: Entry) => {
  const id = providerIdSchema.safeParse(/^CARD#(pi_\w+)$/.exec(key)?.[1]);
  return id.success ? id.data : undefined;
};

const CardPaymentDialog = lateDialog<'CardPaymentDialog', DialogProps<ProviderId>>(
  () => import('./card-payment-dialog.tsx'),
  'CardPaymentDialog',
);

const EntryMore = ({ parentId, entry, onRefund }: EntryMoreProps) => {
  const [isAsked, setIsAsked] = useState(false);
  const [shown, setShown] = useState<ProviderId>();
  const card = cardPaymentOf(entry);
  return (
    <>
      {card && (
        <Button type="button" variant="outline" size="sm" onClick={() => setShown(card)}>
          Card Payment
        </Button>
      )}
      {card && <CardPaymentDialog of={shown} onDone={onRefund} onClose={() => setShown(undefined)} />}
      {canBeTakenBack(entry) && (
        <Button type="button" variant="outline" size="sm" onClick={() => setIsAsked(true)}>
          Take back
        </Button>
      )}
      <ConfirmChange
        of={isAsked && !entry.taken_back ? entry : undefined}
        title={() => 'Take this entry back?'}
        action={['Take Back', 'Taking back...']}
        send={({ key }) =>
          callRoute(paymentRoutes.takeBackEntry, { params: { parentId }, body: { entry: key } })
        }
        failure="Failed to take the entry back"
        done="Entry taken back"
        onClose={() => setIsAsked(false)}
      >
        {({ amount, key }) => (
          <Text>
            A counter-entry of {formatCents(amount)} is recorded. Both stay in the account. This cannot be
            undone.
            {key.startsWith('ROW#') &&
              ' Its row of the bank file is free again: choose the file once more to record it for another family.'}
          </Text>
        )}
      </ConfirmChange>
    </>
  );
};

interface ShownReference {
  readonly second_reference: Reference | null;
}

type ReferenceInput = z.input<typeof setSecondReferenceSchema>;

const secondReferenceInput = ({ second_reference }: ShownReference): ReferenceInput => ({
  second_reference: second_reference ?? '',
});

const secondReferenceFields: EditedFields<ShownReference, ReferenceInput> = {
  second_reference: { label: 'Second reference', text: (reference) => reference ?? 'none' },
};

interface SecondReferenceProps {
  readonly parentId: FamilyId;
  readonly present: Reference | null;
}

const SecondReference = (props: SecondReferenceProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsOpen(true)}>
        {props.present ? 'Change Second Reference' : 'Add Second Reference'}
      </Button>
      <EditDialog
        of={isOpen ? props : undefined}
        title={() => 'Second Reference'}
        schema={() => setSecondReferenceSchema}
        stored={({ present }) => ({ second_reference: present })}
        toInput={secondReferenceInput}
        fields={secondReferenceFields}
        send={({ parentId }, body) =>
          callRoute(paymentRoutes.setSecondReference, { params: { parentId }, body })
        }
        failure="Failed to save the reference"
        done="Reference saved"
        action={['Save', 'Saving...']}
        onClose={() => setIsOpen(false)}
      >
        {(field) => (
          <TextField
            label="Second reference"
            hint="Imported payments with it are this family’s, such as those of a tax-free childcare account. Empty removes it."
            autoComplete="off"
            {...field('second_reference')}
          />
        )}
      </EditDialog>
    </>
  );
};

const formRefreshMs = 5_000;

export const LedgerSection = ({ parentId }: { readonly parentId: FamilyId }) => {
  const [form, setForm] = useState<EntryForm>();
  // The entries before a refund to a card, whose own entry follows from the provider's event.
  const [entriesBefore, setEntriesBefore] = useState<number>();
  const account = useQuery({
    ...routeQuery(paymentRoutes.getParentLedger, { params: { parentId } }, 'Failed to load the account'),
    // While a form is open, it shows what another administrator records.
    refetchInterval: ({ state: { data } }) =>
      form || (entriesBefore !== undefined && data?.entries.length === entriesBefore) ? formRefreshMs : false,
  });
  return (
    <Stack gap="3">
      <Heading size="md">Account</Heading>
      <Loaded query={account} skeleton={<Skeleton height="64" borderRadius="xl" aria-busy="true" />}>
        {(statement) => (
          <LoadedLedger
            parentId={parentId}
            statement={statement}
            form={form}
            setForm={setForm}
            onRefund={() => setEntriesBefore(statement.entries.length)}
          />
        )}
      </Loaded>
    </Stack>
  );
};

/** For a family that may have no login (BHF-02). */
const howToPayOnPaper = ({ balance, instructions, pay_now, pay_by_card }: ManagedStatement): string => {
  if (balance <= 0) return '';
  const lines = [...howToPay(instructions, pay_now !== null || pay_by_card !== null), pay_now?.url].filter(
    Boolean,
  );
  return [
    ...(pay_by_card
      ? [`Pay by card, with your login: ${new URL(paths.parentPayments, window.location.origin).href}`]
      : []),
    ...(lines.length > 0 ? ['How to pay, with the reference:', ...lines] : []),
  ].join('\n');
};

interface LoadedLedgerProps {
  readonly parentId: FamilyId;
  readonly statement: ManagedStatement;
  readonly form: EntryForm | undefined;
  readonly setForm: (form: EntryForm | undefined) => void;
  readonly onRefund: () => void;
}

const forms: readonly (readonly [EntryForm, string])[] = [
  ['payment', 'Record Payment'],
  ['refund', 'Refund'],
  ['allowance', 'Credit or Waive'],
];

const LoadedLedger = ({ parentId, statement, form, setForm, onRefund }: LoadedLedgerProps) => {
  const lines = ledgerLines(statement);
  const makers = lineMakers(statement);
  const entryOf = new Map(statement.entries.map((entry) => [entry.key, entry]));
  const { reference, reminded_at } = statement;
  const later = laterText(statement.later);
  return (
    <Card.Root>
      <Card.Body gap="4">
        {/* The heading of the statement on paper. */}
        <Text display="none" _print={{ display: 'block' }}>
          {brand.name}, {formatDate(businessToday())}
        </Text>
        <Facts
          facts={[
            ['Balance', balanceLabel(statement)],
            ['Reference', reference ?? 'None yet'],
            ['Second reference', statement.second_reference ?? 'None'],
            ['Last reminder', reminded_at ? businessDate(reminded_at) : 'None'],
          ]}
        />
        {later && <Text color="fg.muted">{later}.</Text>}
        <Text display="none" whiteSpace="pre-line" overflowWrap="anywhere" _print={{ display: 'block' }}>
          {howToPayOnPaper(statement)}
        </Text>
        <HStack wrap="wrap" gap="3">
          {forms.map(([kind, label]) => (
            <Button
              key={kind}
              type="button"
              variant={kind === 'payment' ? 'solid' : 'outline'}
              onClick={() => setForm(kind)}
            >
              {label}
            </Button>
          ))}
        </HStack>
        {lines.length === 0 ? (
          <Text color="fg.muted">No entries yet</Text>
        ) : (
          <AccountList
            lines={lines}
            renderMore={({ id, entry }) => {
              const [maker, more] = [makers.get(id), entry && entryOf.get(entry)];
              return (
                <>
                  {maker && (
                    <Text fontSize="sm" color="fg.muted">
                      by {maker}
                    </Text>
                  )}
                  {more && <EntryMore parentId={parentId} entry={more} onRefund={onRefund} />}
                </>
              );
            }}
          />
        )}
        <Stack gap="4" _print={{ display: 'none' }}>
          <SecondReference parentId={parentId} present={statement.second_reference} />
          <DoNotRemindBox parentId={parentId} isChecked={statement.do_not_remind} />
        </Stack>
      </Card.Body>
      <EntryDialog form={form} parentId={parentId} statement={statement} onClose={() => setForm(undefined)} />
    </Card.Root>
  );
};
