import { useId } from 'react';
import { dropInvisible, textsOf, usePublicForm } from '../lib/forms/use-public-form.ts';
import { showToast } from '../lib/toasts/toasts.ts';
import styles from './controls.module.css';
import { Button } from './ui/button.tsx';

const join = async (values: FormData): Promise<void> => {
  const { joinNewsletter } = await import('../lib/api/links-requests.ts');
  await joinNewsletter(textsOf(values).email ?? '');
};

interface NewsletterFormProps {
  readonly label: string;
}

/** The newsletter form (PUB-22, PUB-28, PUB-29, FRM-03). */
export const NewsletterForm = ({ label }: NewsletterFormProps) => {
  const id = useId();
  const { submit, state } = usePublicForm({
    send: join,
    failure: 'Your address could not be sent. Please try again.',
    onSent: () =>
      showToast({
        type: 'success',
        title: 'Check Your Email',
        description: 'We sent you a link. You are on the list once you confirm it.',
      }),
  });
  return (
    <form method="dialog" onSubmit={submit}>
      <label htmlFor={id} className={styles.rowLabel}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          className={styles.control}
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          onInput={dropInvisible}
          required
        />
        <Button type="submit" colorPalette="accent" disabled={state === 'sending'}>
          Subscribe
        </Button>
      </div>
    </form>
  );
};
