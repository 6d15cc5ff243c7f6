import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { laterText } from '#shared/domain/ledger/due-text';
import { balanceLabel, ledgerLines } from '#shared/domain/ledger/ledger-lines';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedStatement } from '#shared/schemas/statement';
import { AccountList } from '../../../components/account-list.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { Facts } from '../facts.tsx';
import { Loaded } from '../loaded.tsx';
import { DoNotRemindBox } from './do-not-remind-box.tsx';
import { EntryDialog, type EntryForm } from './entry-dialog.tsx';
import { EntryMore } from './entry-more.tsx';
import { lineMakers } from './line-makers.ts';
import { SecondReference } from './second-reference.tsx';

const formRefreshMs = 5_000;

/** The account of a family: what is open, all entries, and forms that record more (PAY-05). */
export const LedgerSection = ({ parentId }: { readonly parentId: UserId }) => {
  const [form, setForm] = useState<EntryForm>();
  const account = useQuery({
    ...routeQuery(adminRoutes.getParentLedger, { params: { parentId } }, 'Failed to load the account'),
    // While a form is open, it names what another administrator records meanwhile.
    refetchInterval: form ? formRefreshMs : false,
  });
  return (
    <Stack gap="3">
      <Heading size="md">Account</Heading>
      <Loaded query={account} skeleton={<Skeleton height="64" borderRadius="xl" aria-busy="true" />}>
        {(statement) => <LoadedLedger {...{ parentId, statement, form, setForm }} />}
      </Loaded>
    </Stack>
  );
};

interface LoadedLedgerProps {
  readonly parentId: UserId;
  readonly statement: ManagedStatement;
  readonly form: EntryForm | undefined;
  readonly setForm: (form: EntryForm | undefined) => void;
}

const forms: readonly (readonly [EntryForm, string])[] = [
  ['payment', 'Record Payment'],
  ['refund', 'Refund'],
  ['allowance', 'Credit or Waive'],
];

const LoadedLedger = ({ parentId, statement, form, setForm }: LoadedLedgerProps) => {
  const lines = ledgerLines(statement);
  const makers = lineMakers(statement);
  const entryOf = new Map(statement.entries.map((entry) => [entry.key, entry]));
  const { reference, reminded_at } = statement;
  const later = laterText(statement.later);
  return (
    <Card p={{ base: '4', md: '5' }}>
      <Stack gap="4">
        <Facts
          facts={[
            ['Balance', balanceLabel(statement)],
            ['Reference', reference ?? 'None yet'],
            ['Second reference', statement.second_reference ?? 'None'],
            ['Last reminder', reminded_at ? businessDate(reminded_at) : 'None'],
          ]}
        />
        {later && <Text color="fg.muted">{later}.</Text>}
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
                  {more && <EntryMore parentId={parentId} entry={more} />}
                </>
              );
            }}
          />
        )}
        <SecondReference parentId={parentId} present={statement.second_reference} />
        <DoNotRemindBox parentId={parentId} isChecked={statement.do_not_remind} />
      </Stack>
      <EntryDialog form={form} parentId={parentId} statement={statement} onClose={() => setForm(undefined)} />
    </Card>
  );
};
