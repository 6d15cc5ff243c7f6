import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Copy } from 'lucide-react';
import { policies } from '#shared/policies';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import type { MyStatement } from '#shared/schemas/statement';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { PayNowLink } from '../../components/pay-now-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { copyText } from '../../lib/browser/copy-text.ts';

/**
 * The school's instructions with the family's reference and the link to the payment page (PAY-04, PLK-01).
 * @param statement undefined while it loads
 */
export const HowToPay = ({ statement }: { readonly statement: MyStatement | undefined }) => (
  <Card p="5">
    <Stack gap="2">
      <Heading size="md">How to pay</Heading>
      <Text color="fg.muted">
        Please give your reference with each payment, so that the school knows that it is yours. It can take a
        few days until a payment is shown here.
      </Text>
      {statement
        ? statement.instructions.map((line) => <Instruction key={line} line={line} />)
        : // As much room as the texts take that most schools have.
          policies.money.instructions.map((line) => (
            <Skeleton key={line}>
              <chakra.span visibility="hidden">
                <Instruction line={line} />
              </chakra.span>
            </Skeleton>
          ))}
      {statement?.reference !== null && <Reference reference={statement?.reference} />}
      {statement?.pay_now && <PayNowLink pay={statement.pay_now} reference={statement.reference} />}
    </Stack>
  </Card>
);

/** A number with hyphens, such as a sort code: a browser would break the line within it. */
const hyphenatedNumber = /(\d+(?:-\d+)+)/;

const Instruction = ({ line }: { readonly line: string }) => (
  <Text>
    {line.split(hyphenatedNumber).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <chakra.span key={part} whiteSpace="nowrap">
          {part}
        </chakra.span>
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
        <Skeleton as="span" display="inline-block" height="1em" width="16" verticalAlign="text-bottom" />
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
