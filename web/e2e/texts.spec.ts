import { expect, test } from "@playwright/test"
import { recorded } from "./texts"

// Every text of sections 2, 5 and 8 of the specification that a person can see, each the whole text of
// something on the screen. The tests before this one write down all that the running product shows them.
const TEXTS = `
Join Our Team
Our Approach
Back to all jobs
About Us
Careers
Blog
Contact
Error
Failed to load job listings. Please try again later.
Thank you for subscribing to our newsletter!
Unable to verify subscription status. Please try again later.
Subscription service temporarily unavailable. Please try again later.
Unable to subscribe at this time. Please try again later.
You're already subscribed to our newsletter!
This email is already subscribed to our newsletter.
Invalid email
Please enter a valid email address.
Our subscription service is temporarily unavailable. Please try again later.
An error occurred. Please try again.
An unexpected error occurred. Please try again later.
Failed to submit your message. Please try again later.
Your message has been received, but there was an issue sending the confirmation email.
Your message has been sent successfully! You will also receive a confirmation email shortly.
Verifying authentication...
Update Content
Sign Out
Signed out
You have been successfully signed out.
Add Job Listing
Search job listings...
Display Order
Title A-Z
Location A-Z
Newest First
Oldest First
Error loading job listings
Try Again
No Job Listings
Add your first job listing to attract candidates.
No job listings found matching your search.
Create New Job Listing
Edit Job Listing
Preview
Cancel
Create
Update
Are you sure?
This action cannot be undone. This will permanently delete the job listing and all associated data.
General Information
Email Address
Location
Company Description
Save Changes
Saving...
Footer Links
Visible
External Link
Opens in New Window
Add Link
New Section
Add Footer Link
Edit Footer Link
Create New Section
Link Text
Link Path
Open in New Window
+ Create New Section
Company
No footer links yet. Add some!
Section Title
Section Subtitle
Add Step
Unable to load process content. Please make sure you're logged in with admin privileges.
Retry
Portfolio Companies
Manage the portfolio companies section that appears on the homepage.
Show portfolio companies section
Manage Companies
Add Portfolio Company
No portfolio companies found
Are you sure you want to delete this company?
This action cannot be undone. This will permanently remove the company from the portfolio section.
Delete
Deleting...
Add New Portfolio Company
Edit Portfolio Company
Add Company
Update Company
Homepage Configuration
About Us Text Editor
Our Process Text Editor
Main Title
Navigation Menu Editor
Manage the top navigation links of your website.
Add Navigation Link
Update Link
View full message
Reply via Email
No messages found
Grid View
Table View
Export as CSV
Send Email
Subscribed On
Unable to load newsletter subscribers. Please make sure you're logged in with admin privileges.
This email is already subscribed to the newsletter.
Validation Error
Name, path, and section are required
Name and path are required
Company name is required
Description is required
Logo URL is required
Must be a valid URL
Keep it concise, ideally 2-3 sentences maximum.
Lower numbers appear first
Only active companies are shown on the homepage
Only image files are allowed.
Failed to load hero section content. Please refresh the page.
Failed to load team members. Please refresh the page.
Failed to load about content. Please refresh the page.
Failed to load contact information. Please refresh the page.
Failed to load process content. Please ensure you have admin access.
Failed to initialize editor. Please reload the page.
Reload page
Permission denied. You may not have the required access rights.
Subscription successfully deleted
Subscription successfully updated
Deleted successfully
Delete unsuccessful
Could not delete the subscriber due to an issue.
Delete failed
Updated successfully
Update unsuccessful
Update failed
Copied to clipboard
Export successful
Subscriber list has been exported as CSV.
Error signing in
Welcome back!
An unexpected error occurred.
Hero content has been updated.
Team members have been updated.
About content has been updated.
Contact information has been updated.
Footer content has been updated.
Failed to update content
Process section has been updated.
Failed to update content. Please ensure you have admin access.
Success!
Process text has been updated.
Failed to save job listing. Please try again.
Failed to delete job listing. Please try again.
Section visibility updated successfully
Failed to update section visibility
Company updated successfully
Failed to update company
Company deleted successfully
Failed to delete company
Company added successfully
Failed to add company
Logo uploaded successfully.
Logo upload failed.
This content was changed by someone else. Reload to see the latest version.
Your account has no access to the admin area.
Job listing created successfully
Job listing updated successfully
Job listing deleted successfully
Footer link created successfully
Footer link updated successfully
Footer link deleted successfully
Footer links reordered successfully
Failed to create footer link
Failed to update footer link
Failed to delete footer link
Failed to reorder footer links
Navigation link created successfully
Navigation link updated successfully
Navigation link deleted successfully
Navigation links reordered successfully
Failed to create navigation link
Failed to update navigation link
Failed to delete navigation link
Failed to reorder navigation links
Are you sure you want to delete this footer link?
Are you sure you want to delete this navigation link?
Oops! Page not found
`
  .split("\n")
  .filter(Boolean)

// What the forms say that have checks of their own; admin-mistakes.spec.ts looks for those of the schema.
const CHECKS = `
Email is required
Password is required
Name is required
Use at most 100 characters, without colons.
You have an app of this name already.
Enter the 6 digits that your app shows.
This code is wrong or was used before. Try the next one.
Use at least 12 characters.
Use at most 1024 characters.
This password is too common. Please choose another one.
This password is too easy to guess. Please choose another one.
New password should be different from the old password.
There is already a user with this address.
`
  .split("\n")
  .filter(Boolean)

const UNABLE = (what: string) =>
  `Unable to load ${what}. Please make sure you're logged in with admin privileges.`

// What the specification quotes with something left open, or in one piece what is shown in two.
const FORMS: Record<string, RegExp[]> = {
  "And N more...": [/^And \d+ more\.\.\.$/],
  "Step N": [/^Step \d+$/],
  "a message that emails go to a test address": [
    /^Your message has been received\. Emails are in test mode and go to \S+@\S+\.$/,
  ],
  "the prefix 'Re: ' of an answer's subject": [/^mailto:[^?]+\?subject=Re: \S/],
  "MMM d, yyyy": [/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/],
  // A heading and the paragraph below it, joined for those who listen.
  "Access Error - Unable to load process content...": [
    /^Access Error -$/,
    whole(UNABLE("process content")),
  ],
  "Access Error - Unable to load newsletter subscribers...": [
    /^Access Error -$/,
    whole(UNABLE("newsletter subscribers")),
  ],
}

test("every quoted text of the specification was shown in this run, word for word", () => {
  const shown = recorded()
  const lines = [...shown]
  const missing = Object.entries(FORMS)
    .filter(([, forms]) => !forms.every((form) => lines.some((line) => form.test(line))))
    .map(([name]) => name)
  expect([...TEXTS.filter((text) => !shown.has(text)), ...missing]).toEqual([])
})

test("every form said what its own checks refuse", () => {
  const shown = recorded()
  expect(CHECKS.filter((text) => !shown.has(text))).toEqual([])
})

function whole(text: string) {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)
}
