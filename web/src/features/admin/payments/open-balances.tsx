import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import type { UserId } from '#shared/schemas/ids';
import type { OpenBalance } from '#shared/schemas/payments';
import { Button } from '../../../components/button.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { BalancesTable } from './balances-table.tsx';
import { RemindDialog } from './remind-dialog.tsx';

interface OpenBalancesProps {
  readonly families: readonly OpenBalance[];
  readonly query: string;
  readonly isStale: boolean;
}

/** The families of a page, of which some are chosen for a reminder (PAY-08). */
export const OpenBalances = ({ families, query, isStale }: OpenBalancesProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<UserId>>(new Set());
  const [isReminding, setIsReminding] = useState(false);
  const shown = families.map(({ parent_id }) => parent_id);
  const onPage = shown.filter((id) => chosen.has(id));
  const isAll = onPage.length === shown.length;
  const toggle = (parentId: UserId) => {
    const next = new Set(chosen);
    if (!next.delete(parentId)) next.add(parentId);
    setChosen(next);
  };
  if (families.length === 0)
    return (
      <EmptyPitch>
        <Text fontSize="lg">
          {query ? `No open balance is found by “${query}”.` : 'Nobody owes anything that is due.'}
        </Text>
      </EmptyPitch>
    );
  return (
    <Stack gap="3">
      <HStack wrap="wrap" gap="3">
        <Button type="button" variant="outline" onClick={() => setChosen(new Set(isAll ? [] : shown))}>
          {isAll ? 'Choose None' : 'Choose All'}
        </Button>
        <Button type="button" disabled={onPage.length === 0} onClick={() => setIsReminding(true)}>
          {onPage.length === 0 ? 'Remind' : `Remind ${onPage.length}`}
        </Button>
      </HStack>
      <BalancesTable families={families} isStale={isStale} chosen={chosen} onChoose={toggle} />
      <RemindDialog
        families={isReminding ? onPage : []}
        onClose={() => setIsReminding(false)}
        onSent={() => setChosen(new Set())}
      />
    </Stack>
  );
};
