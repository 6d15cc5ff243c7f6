import { Text } from '@chakra-ui/react/text';

const counted = new Intl.NumberFormat('en-US');

interface ListCountProps {
  /** Number of rows on all pages; null when unknown. */
  readonly total: number | null;
  readonly one: string;
  readonly many: string;
}

/** Number of rows on all pages: "1 booking", "1,204 bookings"; announced when a search changes it. */
export const ListCount = ({ total, one, many }: ListCountProps) => (
  <Text role="status" color="fg.muted" fontWeight="medium" py="2.5" flex="1">
    {total === null ? `Very many ${many}` : `${counted.format(total)} ${total === 1 ? one : many}`}
  </Text>
);
