import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useEffect, useRef, useState } from 'react';
import { brand } from '#shared/brand';
import { Button } from '../../components/button.tsx';
import { CheckBox } from '../../components/check-box.tsx';
import { Heading } from '../../components/heading.tsx';
import { copyText } from '../../lib/browser/copy-text.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { dropSignIn } from '../../lib/sign-in/auth.ts';

const List = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))',
    gap: '2',
    fontFamily: 'mono',
    fontSize: 'lg',
  },
});

/** The recovery codes of a new second factor, shown this once (MFA-04). All sessions have ended: the login follows. */
export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const [isKept, setKept] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <Stack gap="5">
      <Heading as="h2" size="md" ref={title} tabIndex={-1}>
        Keep your recovery codes
      </Heading>
      <Text>
        Two-step login is on. If you lose your phone, your password and one of these codes let you log in and
        set up another one. They are shown this once: keep them where your phone is not.
      </Text>
      <List>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <HStack wrap="wrap" gap="3" _print={{ display: 'none' }}>
        <Button type="button" variant="outline" onClick={() => void copyText('Recovery codes', text)}>
          Copy
        </Button>
        <Button
          type="button"
          variant="outline"
          onClick={() =>
            saveFile(
              `${brand.name.toLowerCase()}-recovery-codes.txt`,
              `Recovery codes for ${brand.name}\n\n${text}\n`,
              'text/plain',
            )
          }
        >
          Download
        </Button>
        <Button type="button" variant="outline" onClick={() => window.print()}>
          Print
        </Button>
      </HStack>
      <Stack gap="4" _print={{ display: 'none' }}>
        <CheckBox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
          I have kept the codes
        </CheckBox>
        <Text>You were logged out everywhere. Log in again with the next code of your app.</Text>
        <Button
          type="button"
          variant="accent"
          disabled={!isKept}
          onClick={() => dropSignIn()}
          alignSelf="start"
        >
          Log in with your app
        </Button>
      </Stack>
    </Stack>
  );
};
