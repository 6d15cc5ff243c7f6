import { formatCents } from '#shared/domain/pricing/money';
import type { MoneyFigures } from '#shared/schemas/payments';
import { Card } from '../../../components/card.tsx';
import { Facts } from '../facts.tsx';

/** The school's money (PAY-07). */
export const MoneyFacts = ({ figures }: { readonly figures: MoneyFigures }) => (
  <Card p={{ base: '4', md: '5' }}>
    <Facts
      columns={{ md: 3, xl: 5 }}
      facts={[
        ['Charged', formatCents(figures.charged)],
        ['Received', formatCents(figures.received)],
        ['Due', formatCents(figures.open)],
        ['Not due yet', formatCents(figures.later)],
        ['In credit', formatCents(figures.in_credit)],
      ]}
    />
  </Card>
);
