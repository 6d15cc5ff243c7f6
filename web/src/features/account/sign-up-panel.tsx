import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { brand } from '#shared/brand';

/** How to get an account. */
export const SignUpPanel = () => (
  <Stack gap="3">
    <Text>Write to us with your name, your phone number and your children’s names and dates of birth.</Text>
    <chakra.a
      href={`mailto:${brand.contact.email}`}
      display="inline-flex"
      alignItems="center"
      minHeight="touch"
      fontWeight="bold"
      textDecoration="underline"
    >
      {brand.contact.email}
    </chakra.a>
  </Stack>
);
