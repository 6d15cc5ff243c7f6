import { type ComponentProps, createContext, use, useId } from 'react';
import { cx } from '#styled-system/css';
import type { Assign } from '#styled-system/types';
import { createPart, elementProps, type Look, render, type StyledProps } from './style-props.tsx';

interface GroupState {
  readonly name?: string | undefined;
  /** Null while none is chosen. */
  readonly value?: string | null | undefined;
  readonly onValueChange?: ((details: { readonly value: string | null }) => void) | undefined;
}

const GroupContext = createContext<GroupState>({});
const ItemContext = createContext('');

export const createRadios = (look: 'radioGroup' | 'radioCard', indicator: Look) => {
  const Root = ({
    as = 'div',
    asChild,
    name: givenName,
    value,
    onValueChange,
    ...props
  }: Assign<StyledProps<'div'>, GroupState>) => {
    const ownName = useId();
    return (
      <GroupContext value={{ name: givenName ?? ownName, value, onValueChange }}>
        {render(
          as,
          asChild,
          elementProps({ role: 'radiogroup', ...props }, undefined, `${look}__root` satisfies Look),
        )}
      </GroupContext>
    );
  };

  const Item = ({
    as = 'label',
    asChild,
    value,
    ...props
  }: Assign<StyledProps<'label'>, { readonly value: string }>) => (
    <ItemContext value={value}>
      {render(as, asChild, elementProps(props, undefined, `${look}__item` satisfies Look))}
    </ItemContext>
  );

  /** The browser's own radio button, which draws the circle too. */
  const ItemHiddenInput = ({ className, onChange, ...props }: ComponentProps<'input'>) => {
    const group = use(GroupContext);
    const value = use(ItemContext);
    return (
      <input
        type="radio"
        name={group.name}
        value={value}
        {...(group.value !== undefined && { checked: group.value === value })}
        {...props}
        className={cx(indicator, className)}
        onChange={(event) => {
          onChange?.(event);
          group.onValueChange?.({ value });
        }}
      />
    );
  };

  /** Where Chakra draws the circle. */
  const ItemIndicator = (_: ComponentProps<'span'>) => null;

  return { Root, Item, ItemHiddenInput, ItemIndicator, ItemText: createPart('span', `${look}__itemText`) };
};

export const RadioGroup = createRadios('radioGroup', 'radioGroup__itemControl');
