import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { ExternalLink } from 'lucide-react';
import { payNowText } from '#shared/domain/ledger/payment-link';
import { formatCents } from '#shared/domain/pricing/money';
import type { PayNow } from '#shared/schemas/pay-now';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import { Button } from './button.tsx';

interface PayNowLinkProps {
  readonly pay: PayNow;
  readonly reference: PaymentReference | null;
}

/** Leads to the payment page of the school's provider, in another tab (PLK-01). */
export const PayNowLink = ({ pay, reference }: PayNowLinkProps) => (
  <Stack gap="1" align="start" pt="1">
    <Button asChild variant="accent">
      <a href={pay.url} target="_blank" rel="noopener noreferrer">
        Pay {formatCents(pay.amount)} now
        <ExternalLink size="1.1em" aria-hidden />
      </a>
    </Button>
    <Text color="fg.muted" overflowWrap="anywhere">
      {payNowText(pay, reference)}
    </Text>
  </Stack>
);
