import { SiteList } from './SiteList.tsx';
import { SiteShow } from './SiteShow.tsx';

export const sites = { name: 'sites', list: SiteList, show: SiteShow, recordRepresentation: 'site_name' };
