mod add_interest;
mod withdraw_interest;
