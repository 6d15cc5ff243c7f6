import { Text } from '@chakra-ui/react/text';

/**
 * What is loading. Longer than each text of the loaded screen: a browser counts a page as loaded when its largest text is
 * painted (LCP), which is then before its data.
 */
export const LoadingText = ({ children }: { readonly children: string }) => (
  <Text role="status" color="fg.muted">
    {children}
  </Text>
);
