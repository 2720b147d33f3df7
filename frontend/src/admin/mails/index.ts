import { MailList } from './MailList.tsx';
import { MailShow } from './MailShow.tsx';

export const mails = { name: 'mails', list: MailList, show: MailShow, recordRepresentation: 'subject' };
