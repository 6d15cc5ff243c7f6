import { type ComponentProps, createContext, use } from 'react';
import { cx } from '#styled-system/css';
import type { Assign } from '#styled-system/types';
import { createPart, elementProps, type Look, render, type StyledProps } from './style-props.tsx';

interface CheckboxState {
  readonly checked?: boolean | undefined;
  readonly onCheckedChange?: ((details: { readonly checked: boolean | 'indeterminate' }) => void) | undefined;
}

const Context = createContext<CheckboxState>({});

const Root = ({
  as = 'label',
  asChild,
  checked,
  onCheckedChange,
  ...props
}: Assign<StyledProps<'label'>, CheckboxState>) => (
  <Context value={{ checked, onCheckedChange }}>
    {render(as, asChild, elementProps(props, undefined, 'checkbox__root' satisfies Look))}
  </Context>
);

/** The browser's own checkbox, which draws the box too. */
const HiddenInput = ({ className, onChange, ...props }: ComponentProps<'input'>) => {
  const { checked, onCheckedChange } = use(Context);
  return (
    <input
      type="checkbox"
      checked={checked}
      {...props}
      className={cx('checkbox__control' satisfies Look, className)}
      onChange={(event) => {
        onChange?.(event);
        onCheckedChange?.({ checked: event.target.checked });
      }}
    />
  );
};

/** Where Chakra draws the box. */
const Control = (_: ComponentProps<'div'>) => null;

export const Checkbox = { Root, HiddenInput, Control, Label: createPart('span', 'checkbox__label') };
