import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { balanceText, ledgerLines } from '#shared/ledger/ledger-lines';
import { howToPay, laterText } from '#shared/ledger/payment-link';
import type { PaymentReference } from '#shared/ledger/references';
import type { MyStatement, Statement } from '#shared/ledger/statement';
import { css } from '#styled-system/css';
import { AccountList } from '../../../components/account-list.tsx';
import { EmptyPitch } from '../../../components/badge.tsx';
import { PayNowLink } from '../../../components/booking-facts.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { copyText } from '../../../lib/browser/save-file.ts';
import { PayByCardButton, PaymentReturn, usePaymentFromPage } from './pay-by-card-button.tsx';

/** These lines are as long as the instructions of most schools. */
const usualLines = [
  'Bank transfer to the account of the school, its sort code, and account number.',
  'Cash or card at the pitch, before or after a session.',
];

const HowToPay = ({ statement }: { readonly statement: MyStatement | undefined }) => {
  const isByCard = Boolean(statement?.pay_by_card);
  const lines = statement && howToPay(statement.instructions, isByCard || statement.pay_now !== null);
  const hasOtherWays = !isByCard || Boolean(lines?.length || statement?.pay_now);
  return (
    <Card.Root>
      <Card.Body p="5" gap="2">
        <Card.Title mb="1">How to pay</Card.Title>
        {statement && <PayByCardButton statement={statement} />}
        {hasOtherWays && (
          <>
            {isByCard && (
              <Text fontWeight="bold" mt="2" _print={{ display: 'none' }}>
                Other ways
              </Text>
            )}
            <Text color="fg.muted">
              Please give your reference with each payment, so that the school knows that it is yours. It can
              take a few days until a payment is shown here.
            </Text>
            {lines
              ? lines.map((line) => <Instruction key={line} line={line} />)
              : // As much room as the texts take that most schools have.
                usualLines.map((line) => (
                  <Skeleton key={line}>
                    <span className={css({ visibility: 'hidden' })}>
                      <Instruction line={line} />
                    </span>
                  </Skeleton>
                ))}
            {statement?.reference !== null && <Reference reference={statement?.reference} />}
            {statement?.pay_now && <PayNowLink pay={statement.pay_now} reference={statement.reference} />}
          </>
        )}
      </Card.Body>
    </Card.Root>
  );
};

/** A browser would break the line within a number such as a sort code. */
const hyphenatedNumber = /(\d+(?:-\d+)+)/;

const Instruction = ({ line }: { readonly line: string }) => (
  <Text>
    {line.split(hyphenatedNumber).map((piece, index) =>
      index % 2 === 0 ? (
        piece
      ) : (
        <span key={piece} className={css({ whiteSpace: 'nowrap' })}>
          {piece}
        </span>
      ),
    )}
  </Text>
);

const Reference = ({ reference }: { readonly reference: PaymentReference | undefined }) => (
  <HStack justify="space-between" wrap="wrap" gap="3" pt="1">
    <Text>
      Your reference:{' '}
      {reference ? (
        <strong>{reference}</strong>
      ) : (
        <Skeleton as="span" display="inline-block" height="[1em]" width="16" verticalAlign="text-bottom" />
      )}
    </Text>
    <Button
      type="button"
      variant="outline"
      disabled={!reference}
      onClick={() => reference && void copyText('Reference', reference)}
    >
      <Copy size="1.2em" aria-hidden />
      Copy Reference
    </Button>
  </HStack>
);

const ledgerQuery = routeQuery(familyRoutes.getMyLedger, {}, 'Failed to load payments');

export const MyPaymentsScreen = () => (
  <AreaScreen title="Payments">
    <Account />
  </AreaScreen>
);

const Account = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(ledgerQuery);
  const isWaiting = useDeferredValue(isPending);
  const payment = usePaymentFromPage();
  const [mayPay, setMayPay] = useState(false);
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  const statement = isWaiting ? undefined : data;
  // An open amount that is not due yet may be paid earlier.
  const owes = !statement || statement.balance > 0;
  // What is being confirmed is not asked for again.
  const asks = owes && (!payment || payment.hasLeft || mayPay);
  return (
    <Stack gap="6" aria-busy={!statement}>
      {payment && <PaymentReturn payment={payment} onKnown={setMayPay} />}
      <SimpleGrid columns={{ base: 1, lg: asks ? 2 : 1 }} gap="4">
        <Balance statement={statement} />
        {asks && <HowToPay statement={statement} />}
      </SimpleGrid>
      {statement ? <Entries statement={statement} /> : <Skeleton height="64" borderRadius="xl" />}
    </Stack>
  );
};

const Balance = ({ statement }: { readonly statement: Statement | undefined }) => {
  const later = statement && laterText(statement.later);
  return (
    <Card.Root>
      <Card.Body p="5">
        <Text color="fg.muted" fontWeight="medium">
          Your balance
        </Text>
        <Text
          fontFamily="heading"
          fontWeight="extrabold"
          fontSize="2xl"
          lineHeight="display"
          fontVariantNumeric="tabular-nums"
        >
          {statement ? (
            balanceText(statement)
          ) : (
            <Skeleton as="span" display="inline-block" height="[1em]" width="48" verticalAlign="top" />
          )}
        </Text>
        {later && <Text mt="1">{later}.</Text>}
      </Card.Body>
    </Card.Root>
  );
};

const Entries = ({ statement }: { readonly statement: Statement }) => {
  const lines = ledgerLines(statement);
  if (lines.length === 0) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">Nothing was booked yet, so there is nothing to pay.</Text>
      </EmptyPitch>
    );
  }
  return (
    <Card.Root>
      <Card.Body p="5">
        <Card.Title mb="2">All entries</Card.Title>
        <AccountList lines={lines} />
      </Card.Body>
    </Card.Root>
  );
};
