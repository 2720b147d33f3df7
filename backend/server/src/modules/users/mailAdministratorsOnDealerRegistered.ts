import { reveal } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { dealerRegistered } from './letters.ts';

/** Administrators with `admin_dealer_registration` hear that somebody waits for their decision. */
export const mailAdministratorsOnDealerRegistered = notification({
  name: 'mailAdministratorsOnDealerRegistered',
  types: ['DealerRegistered'],
  async write({ event }, ports) {
    const { userId, company, name, email, phone } = event.data;
    const letter = dealerRegistered({
      company: reveal(company),
      name: reveal(name),
      email: reveal(email),
      phone: reveal(phone),
      reviewUrl: ports.page(`/admin-dashboard/users/${userId}/show`),
    });
    return replies('dealerRegistered', await ports.administrators(), 'admin_dealer_registration', letter);
  },
});
