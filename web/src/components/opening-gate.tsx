import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { type Openings, opensForAll, opensForCurrent } from '#shared/domain/terms/openings';
import { formatDeadline } from '#shared/domain/time/deadline';
import type { Instant } from '#shared/schemas/values';
import { businessNow } from '../lib/time/today.ts';
import { useInstant } from '../lib/time/use-instant.ts';

interface OpeningGateProps {
  readonly openings: Openings;
  /** The button. Its label says whom it is for while only current families may book. */
  readonly children: (forWhom: string) => ReactNode;
}

/**
 * Shows when a class opens in place of its button, until it does (TRM-06). The listing is the same for all, so it does not
 * know who is a current family: while these may book, it shows the time for everybody and a button for them.
 */
export const OpeningGate = ({ openings, children }: OpeningGateProps) => {
  const moment = businessNow();
  const everybody = opensForAll(openings, moment.now);
  const current = opensForCurrent(openings, moment.now);
  useInstant(current ?? everybody);
  if (everybody === null) return children('');
  const text = (at: Instant) => formatDeadline(at, moment);
  const isSame = current === everybody;
  return (
    <>
      <Stack gap="0.5" flex="1 0 auto" fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {current !== null && !isSame && <Text>Opens for current families {text(current)}</Text>}
        <Text>
          {isSame ? 'Opens' : 'Opens for everybody'} {text(everybody)}
        </Text>
      </Stack>
      {current === null && children('Current families: ')}
    </>
  );
};
