import { useQuery } from '@tanstack/react-query';
import { afterDiscount, discountFor, discountText } from '#shared/booking/discounts';
import type { FootballClass } from '#shared/classes/class';
import { classPrice } from '#shared/classes/pricing';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatCents } from '#shared/lib/money';
import { Text } from '../../../components/ui/text.tsx';
import { bookingsQuery, familyQuery } from '../../../lib/api/family-queries.ts';

interface FamilyPricesProps {
  readonly cls: FootballClass;
  readonly moment: BusinessMoment;
}

/** Names each child of the family that has a discount (DIS-01). */
export const FamilyPrices = ({ cls, moment }: FamilyPricesProps) => {
  const bookings = useQuery(bookingsQuery);
  const hasRules = Object.values(bookings.data?.discounts.rules ?? {}).some((rule) => rule !== null);
  // Most schools have no rule: their listing does not read the family.
  const family = useQuery({ ...familyQuery, enabled: hasRules });
  if (!bookings.data || !family.data) return null;
  const { discounts } = bookings.data;
  const { price } = classPrice(cls, moment);
  return family.data.children.map(({ id, name }) => {
    const discount = discountFor({ cls, child_id: id, day: moment.today }, discounts)(price);
    return (
      discount && (
        <Text key={id} fontSize="sm">
          {name}: <strong>{formatCents(afterDiscount(price, discount))}</strong> ({discountText(discount)})
        </Text>
      )
    );
  });
};
