import { HStack, Stack } from '@chakra-ui/react/stack';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { bookingTypeName, classTypeName } from '#shared/domain/text/format';
import type { ClassSummary } from '#shared/schemas/class';
import type { EndedBooking } from '#shared/schemas/ended-booking';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';

interface BookingCardFrameProps
  extends Pick<ComponentProps<'article'>, 'ref'>,
    Pick<ComponentProps<typeof Card>, 'borderTopColor'> {
  readonly booking: Pick<EndedBooking, 'id' | 'is_trial'>;
  readonly classType: ClassSummary['class_type'];
  readonly trialBadge?: ComponentProps<typeof Badge>['variant'];
  /** The amounts, below a line. */
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** The card of a booking, live or ended: its class as the heading, and its amounts at the foot. */
export const BookingCardFrame = ({
  booking: { id, is_trial },
  classType,
  trialBadge,
  borderTopColor,
  footer,
  ref,
  children,
}: BookingCardFrameProps) => {
  const headingId = useId();
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={borderTopColor}>
      <article id={id} ref={ref} tabIndex={-1} aria-labelledby={headingId}>
        <Stack gap={{ base: '3', sm: '4' }} p={{ base: '4', sm: '5' }}>
          <HStack justify="space-between" gap="2" wrap="wrap">
            <Heading id={headingId} as="h3" size="md">
              {classTypeName(classType)}
            </Heading>
            {is_trial && <Badge variant={trialBadge}>{bookingTypeName(true)}</Badge>}
          </HStack>
          {children}
          <HStack
            justify="space-between"
            wrap="wrap"
            gap="2"
            borderTopWidth="1px"
            borderColor="border"
            pt="3"
            fontVariantNumeric="tabular-nums"
          >
            {footer}
          </HStack>
        </Stack>
      </article>
    </Card>
  );
};
