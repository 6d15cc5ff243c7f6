import type { ComponentProps } from 'react';
import { NativeSelect } from './ui/native-select.tsx';

export const Select = ({
  disabled,
  ...field
}: ComponentProps<typeof NativeSelect.Field> &
  Pick<ComponentProps<typeof NativeSelect.Root>, 'disabled'>) => (
  <NativeSelect.Root disabled={disabled}>
    <NativeSelect.Field {...field} />
    <NativeSelect.Indicator />
  </NativeSelect.Root>
);
