import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '../api/api-error.ts';

/**
 * A form checked by a schema of the contract, so that it refuses what the API would refuse, in the same words: when it
 * is sent, and from then on with every change. The first field that is wrong takes the focus.
 */
export const useSchemaForm = <Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> =>
  useForm<Input, unknown, Output>({ resolver: standardSchemaResolver(schema), defaultValues });

/**
 * Puts what the API found wrong beside the fields it names; the first of them takes the focus.
 * @param fieldOf the form's field for one of the request's, where they differ
 */
export const showIssues = <Input extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Input>,
  fieldOf: (field: string) => string = (field) => field,
): void => {
  if (!(error instanceof ApiError)) return;
  for (const [index, { field, message }] of error.issues.entries()) {
    // The API names the fields of the schema that the form is made of.
    setError(fieldOf(field) as Path<Input>, { message }, { shouldFocus: index === 0 });
  }
};
