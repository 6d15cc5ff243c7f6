import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { cleanText } from '#shared/lib/text';
import { tooLongIssue } from '#shared/lib/values';
import { dropInvisible } from '../lib/forms/use-public-form.ts';
import { Field } from './ui/field.tsx';
import { Input } from './ui/input.tsx';
import { Textarea } from './ui/textarea.tsx';

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

interface FormFieldParts extends FormFieldProps {
  /** Of the control, where that takes nothing over from the field. */
  readonly id?: string | undefined;
  /** The control. */
  readonly children: ReactNode;
}

/** A form control with label, hint and error. */
export const FormField = ({
  id,
  label,
  error: refused,
  isWrong,
  hint,
  required,
  limit,
  children,
}: FormFieldParts) => {
  const [tooLong, setTooLong] = useState<string>();
  const error = refused ?? tooLong;
  const checkLength = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const issue = limit === undefined ? undefined : tooLongIssue(cleanText(target.value), limit);
    // For forms that the browser validates.
    target.setCustomValidity(issue ?? '');
    setTooLong(issue);
  };
  return (
    <Field.Root
      id={id}
      invalid={isWrong ?? error !== undefined}
      required={required}
      onInput={limit === undefined ? undefined : checkLength}
    >
      <Field.Label>{label}</Field.Label>
      {children}
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
};

/** Attributes with the name of a style prop. */
type StyleName = 'color' | 'height' | 'width' | 'translate';

/**
 * Without `number`, which reads "22,50" as 2250 and changes under the mouse wheel: text with `inputMode`, read by
 * `shared/lib/money.ts`. Without `maxLength`, which cuts what is pasted: `limit` keeps it and says so.
 */
type TextFieldProps = Omit<ComponentProps<'input'>, StyleName | 'required' | 'type' | 'maxLength'> &
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
    <Input onInput={input.type === 'email' ? dropInvisible : undefined} {...input} />
  </FormField>
);

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, StyleName | 'required' | 'maxLength' | 'rows'> &
  FormFieldProps & {
    /** Each has a rule in the recipe. */
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
    <Textarea rows={rows} {...input} />
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
