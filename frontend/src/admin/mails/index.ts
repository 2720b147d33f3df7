import { lazy } from 'react';

const MailList = lazy(() => import('./MailList.tsx'));
const MailShow = lazy(() => import('./MailShow.tsx'));

export const mails = { name: 'mails', list: MailList, show: MailShow, recordRepresentation: 'subject' };
