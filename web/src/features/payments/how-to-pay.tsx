import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Copy } from 'lucide-react';
import { policies } from '#shared/policies';
import type { AccountReference } from '#shared/schemas/account-reference';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { showToast } from '../../lib/toasts/toasts.ts';

/** The school's instructions with the family's reference (PAY-04). */
export const HowToPay = ({ reference }: { readonly reference: AccountReference | null }) => (
  <Card p="5">
    <Stack gap="2">
      <Heading size="md">How to pay</Heading>
      {policies.money.instructions.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {reference && <Reference reference={reference} />}
    </Stack>
  </Card>
);

const Reference = ({ reference }: { readonly reference: AccountReference }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      showToast({ type: 'success', title: 'Reference copied' });
    } catch {
      showToast({
        type: 'error',
        title: 'Could not copy',
        description: 'Please copy the reference by hand.',
      });
    }
  };
  return (
    <HStack justify="space-between" wrap="wrap" gap="3" pt="1">
      <Text>
        Your reference: <strong>{reference}</strong>
      </Text>
      <Button type="button" variant="outline" onClick={() => void copy()}>
        <Copy size="1.2em" aria-hidden />
        Copy Reference
      </Button>
    </HStack>
  );
};
