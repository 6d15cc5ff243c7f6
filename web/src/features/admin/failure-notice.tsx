import { CircleAlert } from 'lucide-react';
import { Notice } from '../../components/notice.tsx';
import { ConnectionError, errorText } from '../../lib/api/api-error.ts';

interface FailureNoticeProps {
  readonly error: unknown;
  /** Text when the server has no specific message. */
  readonly failure: string;
}

/** Repeats the toast's message inside a dialog, because a toast behind a modal dialog cannot be reached. */
export const FailureNotice = ({ error, failure }: FailureNoticeProps) =>
  error ? (
    <Notice role="alert" tone="danger" icon={CircleAlert}>
      {error instanceof ConnectionError ? `${failure}. ${error.message}` : errorText(error, failure)}
    </Notice>
  ) : null;
