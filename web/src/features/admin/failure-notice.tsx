import { CircleAlert } from 'lucide-react';
import { Notice } from '../../components/notice.tsx';
import { errorText } from '../../lib/api/api-error.ts';

interface FailureNoticeProps {
  /** Null while nothing has failed. */
  readonly error: unknown;
  /** What is said when the server has no message of its own. */
  readonly failure: string;
}

/** Says inside a dialog what the toast says: behind an open dialog nobody can reach the toast. */
export const FailureNotice = ({ error, failure }: FailureNoticeProps) =>
  error ? (
    <Notice role="alert" tone="danger" icon={CircleAlert}>
      {errorText(error, failure)}
    </Notice>
  ) : null;
