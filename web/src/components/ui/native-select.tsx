import { ChevronDown } from 'lucide-react';
import { createContext, use } from 'react';
import type { Assign } from '#styled-system/types';
import { useControlProps } from './field.tsx';
import { createPart, elementProps, type Look, render, type StyledProps } from './style-props.tsx';

interface SelectState {
  readonly disabled?: boolean | undefined;
}

const Context = createContext<SelectState>({});

const Root = ({ as = 'div', asChild, disabled, ...props }: Assign<StyledProps<'div'>, SelectState>) => (
  <Context value={{ disabled }}>
    {render(as, asChild, elementProps(props, undefined, 'nativeSelect__root' satisfies Look))}
  </Context>
);

export const NativeSelect = {
  Root,
  Field: createPart('select', 'nativeSelect__field', () => {
    const control = useControlProps();
    const { disabled = control.disabled } = use(Context);
    return { ...control, disabled };
  }),
  Indicator: createPart('div', 'nativeSelect__indicator', () => ({
    children: <ChevronDown size="1.25em" aria-hidden />,
  })),
};
