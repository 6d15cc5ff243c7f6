import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

export interface FormFieldProps {
  readonly label: string;
  /** Shown beside the control and read out with it. */
  readonly error?: string | undefined;
  /** Marked as wrong, where another field shows the message. */
  readonly isWrong?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
}

/** What joins a control with its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly required: boolean;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
}

interface FormFieldParts extends FormFieldProps {
  /** Renders the control. */
  readonly children: (control: ControlProps) => ReactNode;
}

/** A form control with label, hint and error. */
export const FormField = ({
  label,
  error,
  isWrong = error !== undefined,
  hint,
  required = false,
  children,
}: FormFieldParts) => {
  const id = useId();
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
        ...(isWrong && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
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
