import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
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
import { ApiError } from '../api/api-error.ts';

/**
 * A form validated by a schema of the contract, if there is one, with the API's messages: on submit, and afterwards on every change. The
 * first invalid field takes the focus.
 */
export const useSchemaForm = <Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input> | undefined,
  defaultValues: NoInfer<DefaultValues<Input>>,
): UseFormReturn<Input, unknown, Output> =>
  useForm<Input, unknown, Output>({
    ...(schema && { resolver: standardSchemaResolver(schema) }),
    defaultValues,
  });

/** Makes the props of a form's fields: each is joined to the form, and shows why it was refused. */
export const fieldsOf =
  <Input extends FieldValues>({
    register,
    formState,
  }: Pick<UseFormReturn<Input>, 'register' | 'formState'>) =>
  <Name extends Path<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
    ...register(name, options),
    error: get<object, FieldError | undefined>(formState.errors, name)?.message,
  });

/**
 * Shows the API's field issues beside their fields; the first field takes the focus.
 * @param fieldOf maps a field of the request to the form's field
 */
export const showIssues = <Input extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Input>,
  fieldOf: (field: string) => string = (field) => field,
): void => {
  if (!(error instanceof ApiError)) return;
  for (const [index, { field, message }] of error.issues.entries()) {
    // The API names fields of the same schema.
    setError(fieldOf(field) as Path<Input>, { message }, { shouldFocus: index === 0 });
  }
};
