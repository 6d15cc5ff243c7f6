import { Text } from '@chakra-ui/react/text';
import { grouped } from '#shared/domain/text/counted';

interface ListCountProps {
  /** Number of rows on all pages; null when unknown, undefined while loading. */
  readonly total: number | null | undefined;
  readonly one: string;
  readonly many: string;
}

/** Number of rows on all pages: "1 booking", "1,204 bookings"; announced when a search changes it. */
export const ListCount = ({ total, one, many }: ListCountProps) => (
  <Text role="status" color="fg.muted" fontWeight="medium" py="2.5" flex="1 0 9rem" whiteSpace="nowrap">
    {textOf(total, one, many)}
  </Text>
);

const textOf = (total: number | null | undefined, one: string, many: string): string => {
  // Keeps the room, so that nothing moves when the number is known.
  if (total === undefined) return '\u00a0';
  if (total === null) return `Very many ${many}`;
  return `${grouped(total)} ${total === 1 ? one : many}`;
};
