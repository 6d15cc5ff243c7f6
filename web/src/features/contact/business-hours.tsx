import { HStack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { brand } from '#shared/brand';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';

/** The business hours (PUB-27). */
export const BusinessHours = () => (
  <Card p={{ base: '5', md: '6' }}>
    <Heading size="md" mb="2">
      Business hours
    </Heading>
    <dl>
      {brand.businessHours.map(({ days, hours }) => (
        <HStack
          key={days}
          justify="space-between"
          py="2"
          borderTopWidth="1px"
          borderColor="border"
          fontVariantNumeric="tabular-nums"
        >
          <Text as="dt">{days}</Text>
          <Text as="dd" fontWeight="semibold">
            {hours}
          </Text>
        </HStack>
      ))}
    </dl>
  </Card>
);
