import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { cleanText } from '#shared/lib/text';
import { tooLongIssue } from '#shared/lib/values';
import { dropInvisible } from '../lib/forms/use-public-form.ts';
import { Field } from './ui/field.tsx';
import { Input } from './ui/input.tsx';
import { Textarea } from './ui/textarea.tsx';

export interface FormFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  /** The field is marked as wrong, where another field shows the message. */
  readonly isWrong?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly required?: boolean | undefined;
  /** Most characters. A longer text is not cut, but the field says so and the form is not sent. */
  readonly limit?: number | undefined;
}

interface FormFieldParts extends FormFieldProps {
  /** For a control that does not get its id from the field. */
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

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
    // The browser validates some forms.
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

type StyleName = 'color' | 'height' | 'width' | 'translate';

// `number` is missing because it reads "22,50" as 2250 and changes under the mouse wheel: `shared/lib/money.ts` reads a text with
// `inputMode`. `maxLength` is missing because it cuts pasted text, which `limit` keeps.
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

export const TextField = ({ label, error, isWrong, hint, required, limit, ...input }: TextFieldProps) => (
  <FormField label={label} error={error} isWrong={isWrong} hint={hint} required={required} limit={limit}>
    <Input onInput={input.type === 'email' ? dropInvisible : undefined} {...input} />
  </FormField>
);

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, StyleName | 'required' | 'maxLength' | 'rows'> &
  FormFieldProps & {
    readonly rows?: 2 | 3 | 4 | 6;
  };

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

/** The placeholder is in the range reserved for fiction (PAR-24). */
export const PhoneField = (
  props: Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string },
) => <TextField label="Phone Number" type="tel" autoComplete="tel" placeholder="07700 900123" {...props} />;
