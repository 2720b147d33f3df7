import { renderToString } from 'react-dom/server';
import { Landing } from './Landing.tsx';

/** HTML of the landing page, made at build time. */
export function prerenderLanding(): string {
  return renderToString(<Landing />);
}
