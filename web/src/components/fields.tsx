import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { cleanText } from '#shared/lib/text';
import { tooLongIssue } from '#shared/lib/values';
import { cx } from '#styled-system/css';
import { dropInvisible } from '../lib/forms/use-public-form.ts';
import styles from './controls.module.css';

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
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        required,
        ...((isWrong ?? error !== undefined) && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
        ...(limit !== undefined && { onInput: checkLength }),
      })}
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      <div aria-live="polite">
        {error !== undefined && (
          <div id={errorId} className={styles.error}>
            {error}
          </div>
        )}
      </div>
    </div>
  );
};

/**
 * Without `number`, which reads "22,50" as 2250 and changes under the mouse wheel: text with `inputMode`, read by
 * `shared/lib/money.ts`. Without `maxLength`, which cuts what is pasted: `limit` keeps it and says so.
 */
type TextFieldProps = Omit<ComponentProps<'input'>, 'required' | 'type' | 'maxLength'> &
  FormFieldProps & {
    readonly type?:
      | 'date'
      | 'datetime-local'
      | 'email'
      | 'password'
      | 'search'
      | 'tel'
      | 'text'
      | 'time'
      | 'url';
  };

/** A labelled one-line input. */
export const TextField = ({ label, error, isWrong, hint, required, limit, ...input }: TextFieldProps) => (
  <FormField label={label} error={error} isWrong={isWrong} hint={hint} required={required} limit={limit}>
    {({ onInput, ...control }) => (
      <input
        {...control}
        className={styles.control}
        onInput={(event) => {
          if (input.type === 'email') dropInvisible(event);
          onInput?.(event);
        }}
        {...input}
      />
    )}
  </FormField>
);

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'required' | 'maxLength' | 'rows'> &
  FormFieldProps & {
    /** Each has a rule in the style sheet. */
    readonly rows?: 2 | 3 | 4 | 6;
  };

/** A labelled text area that grows with its text. */
export const TextAreaField = ({
  label,
  error,
  hint,
  required,
  limit,
  rows = 2,
  ...input
}: TextAreaFieldProps) => (
  <FormField label={label} error={error} hint={hint} required={required} limit={limit}>
    {(control) => (
      <textarea className={cx(styles.control, styles.text)} rows={rows} {...control} {...input} />
    )}
  </FormField>
);

/** The code of an authenticator app. */
export const CodeField = (
  field: Pick<ComponentProps<typeof TextField>, 'error' | 'hint' | 'name' | 'onBlur' | 'onChange' | 'ref'>,
) => (
  <TextField
    label="Code from your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    required
    {...field}
  />
);

/** A phone number field. The placeholder is in the range reserved for fiction (PAR-24). */
export const PhoneField = (
  props: Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string },
) => <TextField label="Phone Number" type="tel" autoComplete="tel" placeholder="07700 900123" {...props} />;
