import { createContext, use, useId, useLayoutEffect, useState } from 'react';
import type { Assign } from '#styled-system/types';
import { createPart, elementProps, type Look, render, type StyledProps } from './style-props.tsx';

interface FieldState {
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

const texts = ['helper', 'error'] as const;
type FieldText = (typeof texts)[number];

interface FieldContext extends FieldState {
  readonly id?: string;
  readonly shown: Readonly<Partial<Record<FieldText, boolean>>>;
  readonly show: (text: FieldText, isShown: boolean) => void;
}

const Context = createContext<FieldContext>({ shown: {}, show: () => {} });

const textId = (id: string | undefined, text: FieldText) => `${id}-${text}`;

/** What a control takes over from the field around it: the id that the label names, the state, and the texts that are read out. */
export const useControlProps = () => {
  const { id, invalid, required, disabled, readOnly, shown } = use(Context);
  const described = texts.filter((text) => shown[text]).map((text) => textId(id, text));
  return {
    id,
    required,
    disabled,
    readOnly,
    'aria-invalid': invalid || undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
};

const useText = (text: FieldText, isShown: boolean): string => {
  const { id, show } = use(Context);
  useLayoutEffect(() => {
    show(text, isShown);
    return () => show(text, false);
  }, [text, isShown, show]);
  return textId(id, text);
};

const Root = ({
  as = 'div',
  asChild,
  id: givenId,
  invalid,
  required,
  disabled,
  readOnly,
  ...props
}: Assign<StyledProps<'div'>, FieldState>) => {
  const ownId = useId();
  const [shown, setShown] = useState<FieldContext['shown']>({});
  const [show] = useState(() => (text: FieldText, isShown: boolean) => {
    setShown((all) => ((all[text] ?? false) === isShown ? all : { ...all, [text]: isShown }));
  });
  return (
    <Context value={{ id: givenId ?? ownId, invalid, required, disabled, readOnly, shown, show }}>
      {render(as, asChild, elementProps(props, undefined, 'field__root' satisfies Look))}
    </Context>
  );
};

const Label = createPart('label', 'field__label', () => ({ htmlFor: use(Context).id }));

const HelperText = createPart('div', 'field__helperText', () => ({ id: useText('helper', true) }));

/** Shown in an invalid field. It is announced, since what is around it is there before. */
const ErrorText = ({ as = 'div', asChild, ...props }: StyledProps<'div'>) => {
  const isShown = use(Context).invalid === true && props.children !== undefined;
  const id = useText('error', isShown);
  return (
    <div aria-live="polite">
      {isShown &&
        render(as, asChild, elementProps({ id, ...props }, undefined, 'field__errorText' satisfies Look))}
    </div>
  );
};

export const Field = { Root, Label, HelperText, ErrorText };
