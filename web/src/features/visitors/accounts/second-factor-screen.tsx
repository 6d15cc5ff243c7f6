import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { encode } from 'uqr';
import * as z from 'zod/mini';
import { accountRoutes } from '#shared/accounts/routes';
import { authenticatorCodeSchema } from '#shared/accounts/second-factor';
import { brand } from '#shared/brand';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { CodeField } from '../../../components/fields.tsx';
import { IdentityForm } from '../../../components/identity-fields.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { copyText, saveFile } from '../../../lib/browser/save-file.ts';
import { fieldsOf, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showResult } from '../../../lib/pages/page.ts';
import type { AuthenticatorKey } from '../../../lib/sign-in/amplify.ts';
import { dropSignIn } from '../../../lib/sign-in/auth.ts';
import { businessDate } from '../../../lib/time/today.ts';

/** Dark on white in every colour scheme, because some cameras read no other. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={css({ width: 'full', maxWidth: '[15rem]', bg: 'white', borderRadius: 'md' })}
    >
      <path d={path} fill="#000" />
    </svg>
  );
};

const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))',
  gap: '2',
  fontFamily: 'mono',
  fontSize: 'lg',
});

/** The codes are shown only once (MFA-04). All sessions have ended, so the login follows. */
const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const text = codes.join('\n');
  return (
    <Stack gap="5">
      <Heading as="h2" size="md" ref={showResult} tabIndex={-1}>
        Keep your recovery codes
      </Heading>
      <Text>
        Two-step login is on. If you lose your phone, your password and one of these codes let you log in and
        set up another one. They are shown this once: keep them where your phone is not.
      </Text>
      <ol className={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
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
        <CheckBox checked={isConfirmed} onChange={(event) => setIsConfirmed(event.target.checked)}>
          I have kept the codes
        </CheckBox>
        <Text>You were logged out everywhere. Log in again with the next code of your app.</Text>
        <Button
          type="button"
          colorPalette="accent"
          disabled={!isConfirmed}
          onClick={() => dropSignIn()}
          alignSelf="start"
        >
          Log in with your app
        </Button>
      </Stack>
    </Stack>
  );
};

const keyLook = css({ fontFamily: 'mono', fontSize: 'lg', overflowWrap: 'anywhere' });

const loadAmplify = () => import('../../../lib/sign-in/amplify.ts');

const failure = 'Failed to set up two-step login';

/** The set-up asks for the password, shows the key, asks for a code, and shows the recovery codes (MFA-02). */
const SetUp = ({ email }: { readonly email: string }) => {
  const [key, setKey] = useState<AuthenticatorKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} />;
  return key ? (
    <CodeStep authenticator={key} onDone={setCodes} />
  ) : (
    <IdentityStep email={email} onDone={setKey} />
  );
};

interface IdentityStepProps {
  readonly email: string;
  readonly onDone: (key: AuthenticatorKey) => void;
}

const IdentityStep = ({ email, onDone }: IdentityStepProps) => (
  <IdentityForm
    purpose="second-factor"
    send={async () => (await loadAmplify()).makeAuthenticatorKey(email)}
    failure={failure}
    onDone={onDone}
    buttons={(isPending) => (
      <Button type="submit" colorPalette="accent" disabled={isPending} alignSelf="start">
        {isPending ? 'Checking...' : 'Continue'}
      </Button>
    )}
  >
    <Text>
      You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or a
      password manager. Please enter your password first.
    </Text>
  </IdentityForm>
);

interface CodeStepProps {
  readonly authenticator: AuthenticatorKey;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

const codeSchema = z.object({ code: authenticatorCodeSchema });

const CodeStep = ({ authenticator: { key, uri }, onDone }: CodeStepProps) => {
  const form = useSchemaForm(codeSchema, { code: '' });
  const { handleSubmit, setError, setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useSubmission({
    send: async (body: z.infer<typeof codeSchema>) => {
      try {
        return await callRoute(accountRoutes.turnOnSecondFactor, { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'secondFactorNotProved') return undefined;
        throw error;
      }
    },
    failure,
    // The code came too late, the first answer was lost, or another set-up was completed meanwhile: the login follows.
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'freshSignInRequired') dropSignIn();
    },
    onDone: (answer) => {
      if (answer) return onDone(answer.recovery_codes);
      const message = 'This code is not right. Please enter the one that your app shows now';
      setError('code', { message }, { shouldFocus: true });
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit(confirm.submit)}>
      <Stack gap="5">
        <Text>
          Scan this code with the app, or enter the key in it. Has the app an entry of an earlier try? Delete
          that one: only the newest entry is good.
        </Text>
        <QrCode text={uri} label="QR code with the key for your authenticator app" />
        <Link href={uri}>Open the app on this phone</Link>
        <HStack wrap="wrap" gap="3">
          <Box as="code" aria-label="Key" className={keyLook}>
            {key.replace(/.{4}(?=.)/g, '$& ')}
          </Box>
          <Button type="button" variant="outline" onClick={() => void copyText('Key', key)}>
            Copy key
          </Button>
        </HStack>
        <CodeField hint="6 digits, a new one every 30 seconds" {...fieldsOf(form)('code')} />
        <Button type="submit" colorPalette="accent" disabled={confirm.isPending} alignSelf="start">
          {confirm.isPending ? 'Turning on...' : 'Turn on two-step login'}
        </Button>
      </Stack>
    </form>
  );
};

const factorQuery = routeQuery(accountRoutes.getMySecondFactor, {}, 'Failed to load your two-step login');

interface ContentProps {
  /** The account's role needs it, whatever the table says of an earlier set-up. */
  readonly isNeeded: boolean;
}

const Content = ({ isNeeded }: ContentProps) => {
  const factor = useQuery(factorQuery);
  const [isReplacing, setReplacing] = useState(false);
  if (factor.isError) return <LoadFailure onRetry={() => void factor.refetch()} />;
  if (!factor.data) return <Skeleton height="56" />;
  const { email, on_since } = factor.data;
  if (!on_since || isReplacing || isNeeded) return <SetUp email={email} />;
  return (
    <Stack gap="5">
      <Text>
        Two-step login is on since {businessDate(on_since)}: a login needs your password and the code of your
        authenticator app.
      </Text>
      <Text>
        A new phone, or no recovery codes left? Set it up again: the app and the codes that you have now stop
        working when the new app has shown its first code. Once you have entered your password, an area that
        needs two-step login opens only after the set-up is done.
      </Text>
      <Button type="button" variant="outline" onClick={() => setReplacing(true)} alignSelf="start">
        Set up again
      </Button>
    </Stack>
  );
};

const Page = ({ isNeeded, children }: ContentProps & { readonly children?: ReactNode }) => (
  <Screen pageTitle="Two-step login" maxWidth="[38rem]">
    <Heading as="h1" size="xl" mb="6">
      Two-step login
    </Heading>
    {children}
    <Card.Root size="lg">
      <Card.Body>
        <Content isNeeded={isNeeded} />
      </Card.Body>
    </Card.Root>
  </Screen>
);

export const SecondFactorScreen = () => <Page isNeeded={false} />;

/** Replaces an area whose role needs a second factor (MFA-01). The login at its end leads back to the area. */
export const SecondFactorNeededScreen = () => (
  <Page isNeeded>
    <Text mb="6">
      This area has the data of other families, so it opens with two-step login only: your password and a code
      that your phone shows. Please set it up now. It takes two minutes, once.
    </Text>
  </Page>
);
