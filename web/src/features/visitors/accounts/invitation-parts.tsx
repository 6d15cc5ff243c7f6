import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { restoreSignIn } from '../../../lib/sign-in/auth.ts';
import { returnTo } from '../../../lib/sign-in/return-to.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

export const InvalidInvitation = ({ text }: { readonly text: string }) => (
  <>
    <Text fontSize="lg">{text}</Text>
    <Button asChild colorPalette="accent" alignSelf="start">
      <Link to={paths.login}>Log in</Link>
    </Button>
  </>
);

interface WithAccountProps {
  readonly page: string;
  readonly accept: () => Promise<unknown>;
  readonly done: string;
  readonly area: string;
  readonly onRefused?: (failed: unknown) => void;
}

/** For an address that has an account, after a login. */
export const WithAccount = ({ page, accept, done, area, onRefused }: WithAccountProps) => {
  const { status } = useSignIn();
  const navigate = useNavigate();
  const accepting = useSubmission({
    send: async () => {
      await accept();
      // The present tokens do not have the role.
      const { readTokens } = await import('../../../lib/sign-in/amplify.ts');
      await readTokens(true);
      await restoreSignIn();
    },
    failure: 'Failed to accept the invitation',
    onDone: () => {
      showToast({ type: 'success', title: done });
      navigate(area, { replace: true });
    },
    onFailed: (failed) => onRefused?.(failed),
  });
  if (status === 'restoring') return <Skeleton height="11" />;
  return status === 'signedIn' ? (
    <Button
      type="button"
      size="lg"
      colorPalette="accent"
      disabled={accepting.isPending}
      onClick={() => accepting.submit(undefined)}
    >
      {accepting.isPending ? 'Accepting...' : 'Accept'}
    </Button>
  ) : (
    <>
      <Text>This address has an account. Log in to accept.</Text>
      <Button asChild size="lg" colorPalette="accent">
        <Link to={paths.login} state={returnTo(page)}>
          Log in
        </Link>
      </Button>
    </>
  );
};
