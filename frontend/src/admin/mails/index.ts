import { lazy } from 'react';

const MailList = lazy(() => import('./List.tsx'));
const MailShow = lazy(() => import('./Show.tsx'));

export const mails = { name: 'mails', list: MailList, show: MailShow, recordRepresentation: 'subject' };
