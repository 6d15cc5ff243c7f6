import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { cleanText } from '#shared/domain/text/clean-text';
import { tooLongIssue } from '#shared/domain/text/too-long';

export interface FormFieldProps {
  readonly label: string;
  /** Shown beside the control and read out with it. */
  readonly error?: string | undefined;
  /** Marked as wrong, where another field shows the message. */
  readonly isWrong?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
  /** Most characters. A longer text stays as it was typed or pasted; the field says so, and its form is not sent. */
  readonly limit?: number | undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What joins a control with its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
  readonly onInput?: (event: FormEvent<TextControl>) => void;
}

interface FormFieldParts extends FormFieldProps {
  /** Renders the control. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** A form control with label, hint and error. */
export const FormField = ({
  label,
  error: refused,
  isWrong,
  hint,
  required = false,
  limit,
  children,
}: FormFieldParts) => {
  const id = useId();
  const [tooLong, setTooLong] = useState<string>();
  const error = refused ?? tooLong;
  const checkLength = ({ currentTarget }: FormEvent<TextControl>) => {
    const issue = limit === undefined ? undefined : tooLongIssue(cleanText(currentTarget.value), limit);
    // For forms that the browser validates.
    currentTarget.setCustomValidity(issue ?? '');
    setTooLong(issue);
  };
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div>
      <chakra.label htmlFor={id} display="block" fontWeight="semibold" mb="1.5">
        {label}
      </chakra.label>
      {children({
        id,
        required,
        ...((isWrong ?? error !== undefined) && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
        ...(limit !== undefined && { onInput: checkLength }),
      })}
      {hint && (
        <Box id={hintId} color="fg.muted" fontSize="sm" mt="1.5">
          {hint}
        </Box>
      )}
      <div aria-live="polite">
        {error !== undefined && (
          <Box id={errorId} color="danger.fg" fontWeight="medium" mt="1.5">
            {error}
          </Box>
        )}
      </div>
    </div>
  );
};
