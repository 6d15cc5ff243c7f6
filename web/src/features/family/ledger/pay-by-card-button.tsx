import { CreditCard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MyStatement } from '#shared/ledger/statement';
import { formatCents } from '#shared/lib/money';
import { lateDialog } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import type { PayByCardProps, PaymentFromPage } from './pay-by-card.tsx';

const load = () => import('./pay-by-card.tsx');

const PayByCard = lateDialog<'PayByCard', PayByCardProps>(load, 'PayByCard');
const BackFromPayment = lazy(async () => ({ default: (await loadChunk(load)).BackFromPayment }));

/** First among the ways to pay (CRD-01). */
export const PayByCardButton = ({ statement }: { readonly statement: MyStatement }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { pay_by_card, balance, due } = statement;
  if (!pay_by_card) return null;
  return (
    <>
      <Button type="button" colorPalette="accent" alignSelf="start" onClick={() => setIsOpen(true)}>
        <CreditCard size="1.2em" aria-hidden />
        Pay {formatCents(due || balance)} by card
      </Button>
      {pay_by_card === 'test' && (
        <Text color="fg.muted" _print={{ display: 'none' }}>
          Test payments: no money moves.
        </Text>
      )}
      <PayByCard of={isOpen ? statement : undefined} onClose={() => setIsOpen(false)} />
    </>
  );
};

/** The payment from whose page somebody comes back, as the address says. */
export const usePaymentFromPage = (): PaymentFromPage | undefined => {
  const [params] = useSearchParams();
  const isHydrated = useIsHydrated();
  const id = isHydrated && params.get('card');
  return id ? { id, hasLeft: params.has('left') } : undefined;
};

interface PaymentReturnProps {
  readonly payment: PaymentFromPage;
  readonly onKnown: (mayPayAgain: boolean) => void;
}

export const PaymentReturn = ({ payment, onKnown }: PaymentReturnProps) => (
  <Suspense fallback={<Skeleton height="14" borderRadius="md" />}>
    <BackFromPayment key={payment.id} {...payment} onKnown={onKnown} />
  </Suspense>
);
