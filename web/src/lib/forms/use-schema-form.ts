import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldIssue } from '#shared/contract/shown-problems';
import { ApiError } from '../api/api-error.ts';

/** Errors name elements, or objects that take the focus instead. */
const refsIn = (errors: object): { readonly focus?: () => void }[] =>
  Object.values(errors).flatMap((error) => {
    if (typeof error !== 'object' || error === null) return [];
    return 'ref' in error ? [error.ref ?? {}] : refsIn(error);
  });

const isAbove = (one: HTMLElement, other: HTMLElement): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Attributes of the element around several forms that are sent together. */
export const formGroup = { 'data-form-parts': true } as const;

/** Focuses the first invalid field in the order of the screen, also in another of the forms that are sent together. */
const focusFirst = (errors: object): void => {
  const refs = refsIn(errors);
  const elements = refs.filter((ref) => ref instanceof HTMLElement);
  const whole = elements[0]?.closest('[data-form-parts]') ?? document.querySelector('[data-form-parts]');
  const marked = whole?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
  const [first] = [...elements, ...marked].toSorted(isAbove);
  first?.scrollIntoView({ block: 'center' });
  if (first) first.focus();
  else refs[0]?.focus?.();
};

/** Validates on submit, then on every change, with the contract's messages. Focuses the first invalid field. */
export const useSchemaForm = <Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input> | undefined,
  defaultValues: NoInfer<DefaultValues<Input>>,
): UseFormReturn<Input, unknown, Output> => {
  const form = useForm<Input, unknown, Output>({
    ...(schema && { resolver: standardSchemaResolver(schema) }),
    defaultValues,
    // The library would focus the field that was registered first.
    shouldFocusError: false,
  });
  const { submitCount, errors } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each submit, not while a person types.
  useEffect(() => {
    if (submitCount > 0) focusFirst(errors);
  }, [submitCount]);
  return form;
};

export const fieldsOf =
  <Input extends FieldValues>({
    register,
    formState,
  }: Pick<UseFormReturn<Input>, 'register' | 'formState'>) =>
  <Name extends Path<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
    ...register(name, options),
    error: get<object, FieldError | undefined>(formState.errors, name)?.message,
  });

const firstOnScreen = (fields: readonly string[]): string | undefined =>
  fields
    .flatMap((field) => [...document.getElementsByName(field)].slice(-1))
    .toSorted(isAbove)[0]
    ?.getAttribute('name') ?? fields[0];

/** Shows issues at their fields and focuses the first. @param fieldOf maps a field of the request to the form's field */
export const showFieldIssues = <Input extends FieldValues>(
  issues: readonly FieldIssue[],
  setError: UseFormSetError<Input>,
  fieldOf: (field: string) => string = (field) => field,
): void => {
  const shown = issues.map(({ field, message }) => ({ field: fieldOf(field), message }));
  const first = firstOnScreen(shown.map(({ field }) => field));
  for (const { field, message } of shown)
    setError(field as Path<Input>, { message }, { shouldFocus: field === first });
};

export const showIssues = <Input extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Input>,
  fieldOf?: (field: string) => string,
): void => {
  if (error instanceof ApiError) showFieldIssues(error.issues, setError, fieldOf);
};
