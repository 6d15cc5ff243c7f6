import { CreditCard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MyStatement } from '#shared/ledger/statement';
import { formatCents } from '#shared/lib/money';
import { Button } from '../../../components/ui/button.tsx';
import { Text } from '../../../components/ui/text.tsx';

const PayByCard = lazy(async () => ({ default: (await import('./pay-by-card.tsx')).PayByCard }));
const BackFromPayment = lazy(async () => ({ default: (await import('./pay-by-card.tsx')).BackFromPayment }));

/** First among the ways to pay; its dialog is loaded with the press (CRD-01). */
export const PayByCardButton = ({ statement }: { readonly statement: MyStatement }) => {
  const [isOpen, setIsOpen] = useState(false);
  if (!statement.pay_by_card || statement.balance <= 0) return null;
  return (
    <>
      <Button type="button" colorPalette="accent" alignSelf="start" onClick={() => setIsOpen(true)}>
        <CreditCard size="1.2em" aria-hidden />
        Pay {formatCents(statement.due || statement.balance)} by card
      </Button>
      {statement.pay_by_card === 'test' && <Text color="fg.muted">Test payments: no money moves.</Text>}
      {isOpen && (
        <Suspense>
          <PayByCard statement={statement} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** What became of the payment from whose page somebody comes back. */
export const PaymentReturn = () => {
  const [params] = useSearchParams();
  const id = params.get('card');
  if (!id) return null;
  return (
    <Suspense>
      <BackFromPayment key={id} id={id} hasLeft={params.has('left')} />
    </Suspense>
  );
};
