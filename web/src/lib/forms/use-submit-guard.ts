import { useRef } from 'react';

/**
 * Lets one submit begin at a time. It is set synchronously: state changes with the next render, after the second click
 * of a double click.
 */
export const useSubmitGuard = () => {
  const isSubmitting = useRef(false);
  return {
    /** False while a submit that began has not ended. */
    begin: (): boolean => {
      if (isSubmitting.current) return false;
      isSubmitting.current = true;
      return true;
    },
    end: (): void => {
      isSubmitting.current = false;
    },
  };
};
