mod send_message;
