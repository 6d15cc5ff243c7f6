import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

const Svg = chakra('svg');

/** A QR code, dark on white in every colour scheme: some cameras read no other. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="full"
      maxWidth="15rem"
      bg="#fff"
      borderRadius="md"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </Svg>
  );
};
